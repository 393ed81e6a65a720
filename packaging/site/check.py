"""Checks the site: check.py ROOT SITE fails if a link is dead, or if the search does not find a name.

Names are all commands with their aliases, configuration properties, meters, and public classes. The search is that of the pages:
lunr with the index, the fields and the separator that they use.
"""
import json
import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import lunr
from lunr import tokenizer


class Page(HTMLParser):
    def __init__(self):
        super().__init__()
        self.links, self.anchors = [], set()

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ('href', 'src') and value:
                self.links.append(value)
            if name == 'id' or name == 'name' and tag == 'a':
                self.anchors.add(value)


def dead_links(site):
    pages = {}
    for file in site.rglob('*.html'):
        page = Page()
        page.feed(file.read_text())
        pages[file.resolve()] = page
    dead, count = [], 0
    for file, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc or link.startswith('javascript:'):
                continue
            count += 1
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            if target.is_dir():
                target = target / 'index.html'
            anchor = unquote(parts.fragment)
            if not target.exists() or anchor and target in pages and anchor not in pages[target].anchors \
                    and not anchor.startswith('__') and not link.startswith('#__'):
                dead.append(f'{file.relative_to(site.resolve())}: {link}')
    return dead, count, len(pages)


def names(root, site):
    """Each name, and the start of the path of a page that a search for it must find."""
    for file in (root / 'docs/commands').glob('[a-z]*.md'):
        yield file.stem, 'commands/' + file.stem
    for kind, page in (('properties', 'properties.html'), ('meters', 'meters.html')):
        for name in re.findall(r'^\| `([\w.-]+)', (root / 'docs' / (kind + '.md')).read_text(), re.MULTILINE):
            yield name, page
    text = (site / 'api/type-search-index.js').read_text()
    for entry in json.loads(text[text.index('['):text.rindex(']') + 1]):
        if 'p' in entry:
            yield entry['l'], 'classes/' + entry['p']


def missing(root, site):
    index = json.loads((site / 'search/search_index.json').read_text())
    separator = re.compile(index['config']['separator'])
    tokenizer.SEPARATOR = separator
    documents = [dict(entry, text=re.sub('<[^>]*>', ' ', entry['text'])) for entry in index['docs']]
    search = lunr.lunr(ref='location', fields=[{'field_name': 'title', 'boost': 1000}, 'text'], documents=documents)
    count, lost = 0, []
    for name, page in names(root, site):
        count += 1
        query = ' '.join('+' + part for part in separator.split(name) if part)
        if not any(hit['ref'].startswith(page) for hit in search.search(query)):
            lost.append(f'{name} (expected on {page})')
    return lost, count


def main(root, site):
    dead, links, pages = dead_links(site)
    lost, count = missing(root, site)
    for problem in dead[:50]:
        print('dead link: ' + problem, file=sys.stderr)
    for problem in lost[:50]:
        print('the search does not find ' + problem, file=sys.stderr)
    print(f'{pages} pages, {links} links, {len(dead)} dead; the search finds {count - len(lost)} of {count} names')
    return 1 if dead or lost or count < 500 else 0


if __name__ == '__main__':
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
