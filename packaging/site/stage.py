"""Prepares the pages of the site: stage.py ROOT JAVADOC PAGES VERSION prints the configuration of MkDocs.

The pages of docs keep their paths; other Markdown files of the repository go to "repository". Links between them are adapted, and
links to files that are not pages become text.
"""
import json
import os
import re
import shutil
import sys
from pathlib import Path

LINK = re.compile(r'(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)')
FENCE = re.compile(r'^ *```')


def slug(text, separator):
    """The anchor of a heading as GitHub derives it, which the links of the documents use."""
    return re.sub(r'[^\w\- ]', '', text.strip().lower()).replace(' ', '-')


def page(path):
    """The path of a page in the site of a Markdown file of the repository."""
    return path[len('docs/'):] if path.startswith('docs/') else 'repository/' + path


def adapted(text, path, pages, root):
    """Replaces the links of a page outside code blocks."""
    def replace(link):
        image, label, target = link.groups()
        if re.match(r'[a-z]+:|#', target):
            return link.group()
        file, _, anchor = target.partition('#')
        file = os.path.normpath(os.path.join(os.path.dirname(path), file))
        if file in pages:
            to = page(file)
        elif file.startswith('docs/') and (root / file).is_file():
            to = file[len('docs/'):]
        elif file + '/README.md' in pages:
            to = page(file + '/README.md')
        else:
            return label
        to = os.path.relpath(to, os.path.dirname(page(path)) or '.')
        return f'{image}[{label}]({to}{"#" + anchor if anchor else ""})'

    lines, code = [], False
    for line in text.split('\n'):
        if FENCE.match(line):
            code = not code
        lines.append(line if code else LINK.sub(replace, line))
    return '\n'.join(lines)


def navigation(index, names):
    """The sections of docs/README.md, whose tables list the pages."""
    sections, listed = [], set()
    for line in index.split('\n'):
        if line.startswith('## '):
            sections.append((line[3:], []))
        row = re.match(r'\| \[([^\]]+)\]\(([^)#]+)\)', line)
        if row and sections and row.group(2) in names:
            sections[-1][1].append((row.group(1), row.group(2)))
            listed.add(row.group(2))
    return sections, listed


def classes(javadoc, pages):
    """Writes a page for each package with its public types, so that the search finds them; returns the packages."""
    text = (javadoc / 'type-search-index.js').read_text()
    types = json.loads(text[text.index('['):text.rindex(']') + 1])
    packages = {}
    for entry in types:
        if 'p' in entry:
            packages.setdefault(entry['p'], []).append(entry['l'])
    (pages / 'classes').mkdir()
    for package, names in packages.items():
        folder = package.replace('.', '/')
        rows = [f'| [`{name}`](../api/{folder}/{name}.html) | `{package}.{name}` |' for name in names]
        (pages / 'classes' / (package + '.md')).write_text('\n'.join(
            [f'# Package {package}', '', f'[Javadoc](../api/{folder}/package-summary.html)', '', '| Type | Name |', '|---|---|', *rows, '']))
    return sorted(packages)


def complete_constants(page):
    """Gives headings of the constants the anchors to which the contents lead; javadoc 17 forgets them."""
    text = page.read_text()
    page.write_text(re.sub(r'<h2 title="([\w.]+)">', lambda heading: heading.group() if f'id="{heading.group(1)}"' in text
                           else f'<h2 id="{heading.group(1)}" title="{heading.group(1)}">', text))


def main(root, javadoc, pages, version):
    files = {str(file.relative_to(root)) for pattern in ('*.md', 'docs/**/*.md', 'samples/**/*.md', 'testbed/*.md', 'benchmarks/*.md')
             for file in root.glob(pattern) if 'target' not in file.parts}
    for path in files:
        to = pages / page(path)
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_text(adapted((root / path).read_text(), path, files, root))
    for folder in ('images', 'plots', 'coverage'):
        shutil.copytree(root / 'docs' / folder, pages / folder)
    shutil.copytree(javadoc, pages / 'api')
    complete_constants(pages / 'api/constant-values.html')
    (pages / 'README.md').rename(pages / 'index.md')
    for file in pages.rglob('*.md'):
        text = file.read_text()
        if file.parent == pages or 'README.md' in text:
            file.write_text(re.sub(r'\((\.\./)*README\.md', lambda link: link.group()[:-len('README.md')] + 'index.md'
                                   if (file.parent / link.group()[1:]).resolve() == (pages / 'README.md').resolve() else link.group(), text))

    names = {str(file.relative_to(pages)) for file in pages.rglob('*.md')}
    sections, listed = navigation((root / 'docs/README.md').read_text(), names)
    out = [(root / 'packaging/site/mkdocs.yml').read_text(), f'docs_dir: {pages}', 'nav:', '  - Home: index.md']
    for title, entries in sections:
        out.append(f'  - {title}:')
        out += [f'      - {json.dumps(name)}: {path}' for name, path in entries]
    out.append('  - Commands:')
    out += [f'      - {name[9:-3]}: {name}' for name in sorted(names) if name.startswith('commands/') and name not in listed]
    out.append('  - Classes:')
    out += [f'      - {package}: classes/{package}.md' for package in classes(javadoc, pages)]
    out.append('  - Repository:')
    names = {str(file.relative_to(pages)) for file in pages.rglob('*.md')}
    out += [f'      - {json.dumps(name[11:])}: {name}' for name in sorted(names) if name.startswith('repository/')]
    print('\n'.join(out))


if __name__ == '__main__':
    main(Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]), sys.argv[4])
