"""Lists the versions in the folder of the site, and lets its start page lead to one: finish.py FOLDER VERSION."""
import json
import sys
from pathlib import Path

folder, latest = Path(sys.argv[1]), sys.argv[2]
# A page for servers, whose links start at the root of the host.
(folder / latest / '404.html').unlink()
versions = sorted((file.parent.name for file in folder.glob('*/index.html')), key=lambda name: [int(part) for part in name.split('.')], reverse=True)
(folder / 'versions.json').write_text(json.dumps(
    [{'version': version, 'title': version, 'aliases': ['latest'] if version == latest else []} for version in versions]))
(folder / 'index.html').write_text(f'''<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Verbena</title><meta http-equiv="refresh" content="0; url={latest}/index.html"></head>
<body><a href="{latest}/index.html">Documentation of Verbena {latest}</a></body></html>
''')
