"""Files, folders, integers and caches bounded in bytes, as every package needs them."""
