// What is wrong with a table's page: actions that nothing on the screen offers, targets and letters too small, seats out of sight.
() => {
    const CHOOSABLE = "[data-action],[data-actions],[data-variants],[data-pick]";
    const found = { hidden: [], small: [], fine: [], unseen: [] };
    const shown = each => each.checkVisibility({ visibilityProperty: true }) && !each.closest(".unseen");
    const text = each => (each.getAttribute("aria-label") || each.textContent).trim().slice(0, 40);
    const within = each => {
        const box = each.getBoundingClientRect();
        let [top, bottom] = [0, innerHeight];
        for (let around = each.parentElement; around; around = around.parentElement) {
            if (!/auto|scroll|hidden|clip/.test(getComputedStyle(around).overflowY) || around === document.body) continue;
            const edge = around.getBoundingClientRect();
            [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
        }
        // A row of choices that scrolls sideways says so at its end.
        const row = each.closest(".offered:is([data-more~=left], [data-more~=right])");
        const across = row ? row.getBoundingClientRect() : box;
        return box.width > 0 && box.top >= top - 1 && box.bottom <= bottom + 1 && across.left >= -1 && across.right <= innerWidth + 1;
    };
    // Each action has a place on the screen where it is chosen; a pick leads to all that go with it.
    const legal = new Map([...document.querySelectorAll("#choices [data-action]")].map(each => [each.dataset.action, each.dataset.with]));
    const there = [...document.querySelectorAll(`#table :is(${CHOOSABLE})`)].filter(each => shown(each) && within(each));
    const offered = new Set(there.flatMap(({ dataset }) =>
        [dataset.action, ...JSON.parse(dataset.actions ?? "[]"), ...JSON.parse(dataset.variants ?? "[]").map(([action]) => action)]));
    const picks = new Set(there.map(each => each.dataset.pick));
    for (const [action, goesWith] of legal) {
        if (!offered.has(action) && !(goesWith ?? "none").split("|").every(token => picks.has(token))) found.hidden.push(action);
    }
    const onBoard = document.querySelector("#board svg[data-zoom]");
    for (const each of document.querySelectorAll(`a, button, summary, select, input, [role=button], ${CHOOSABLE}`)) {
        const { width, height } = each.getBoundingClientRect();
        if (shown(each) && width && Math.min(width, height) < 43.5 && !onBoard?.contains(each)) found.small.push(`${text(each)} ${width}x${height}`);
    }
    for (const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT); walk.nextNode();) {
        const each = walk.currentNode.parentElement;
        if (!walk.currentNode.data.trim() || !shown(each) || each.closest("title, script, noscript, symbol, .where")) continue;
        const matrix = each instanceof SVGElement ? each.getScreenCTM() : null;
        const size = parseFloat(getComputedStyle(each).fontSize) * (matrix ? Math.hypot(matrix.a, matrix.b) : 1);
        if (size < 11.9) found.fine.push(`${walk.currentNode.data.trim().slice(0, 20)} ${size.toFixed(1)}`);
    }
    // Words in a picture are as large as the picture is drawn.
    for (const use of document.querySelectorAll("use")) {
        const symbol = document.querySelector(`symbol${use.getAttribute("href")}`);
        const matrix = shown(use) && symbol?.querySelector("text") ? use.getScreenCTM() : null;
        const box = symbol?.viewBox.baseVal;
        for (const each of matrix ? symbol.querySelectorAll("text") : []) {
            const size = parseFloat(each.getAttribute("font-size")) * Math.hypot(matrix.a, matrix.b) * use.width.baseVal.value / box.width;
            if (size < 11.9) found.fine.push(`${each.textContent} ${size.toFixed(1)}`);
        }
    }
    for (const row of document.querySelectorAll(".player")) {
        const chip = document.getElementById(row.id.replace("player", "chip"));
        if (![chip, row.querySelector("header")].some(each => shown(each) && within(each))) found.unseen.push(row.id);
    }
    const board = document.getElementById("board").getBoundingClientRect();
    return { ...found, share: board.height / innerHeight, sideways: document.documentElement.scrollWidth > innerWidth };
}
