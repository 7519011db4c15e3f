"""A page for each game in the documentation site: its module's docstring, options and a deal.

MkDocs runs this as a hook (`hooks` in mkdocs.yml). The pages stand in no file, so that they cannot
say anything else than the rules objects do.
"""

import inspect
from importlib import import_module

from mkdocs.structure.files import File

import solitaire_core as sc

FOLDER = "rules/games"
DEAL = 7


def title(name):
    """What a game is called, and its first sentence."""
    first = docstring(name).partition("\n")[0]
    game, _, sentence = first.partition(": ")
    return game, sentence


def docstring(name):
    """The docstring of a game's module: its rules in words."""
    return inspect.getdoc(import_module(f"solitaire_core.games.{name.replace('-', '_')}"))


def options(rules):
    """Two lists: what a deal of the game says by default, and what can be changed."""
    fixed = rules.options()
    words = ", ".join(f"`{key}={value}`" for key, value in fixed.items())
    lines = [f"By default {words}." if words else "The game has no options that it is told by."]
    if isinstance(rules, sc.PeaksRules):
        layout = rules.layout
        lines.append(
            f"{layout.cards} cards in the tableau, {len(layout.face_down)} of them face down; "
            f"{51 - layout.cards} in the stock."
        )
    else:
        left = rules.cards - sum(rules.piles)
        lines.append(
            f"{rules.cards} cards in {rules.decks} deck{'s' if rules.decks > 1 else ''}; "
            f"{sum(rules.piles)} in {len(rules.piles)} piles of "
            f"{', '.join(map(str, rules.piles))}; {left} in the stock."
        )
    return "\n\n".join(lines)


def page(name, rules):
    """The page of a game."""
    game, sentence = title(name)
    rest = docstring(name).partition("\n")[2].strip()
    family = "tripeaks" if isinstance(rules, sc.PeaksRules) else "klondike-family"
    return f"""# {game}

{sentence[:1].upper()}{sentence[1:]}

{rest}

## The deal

{options(rules)}

![Deal {DEAL} of {game}]({name}.svg)

`sc.Deal("{name}", {DEAL}).start()`, or at the terminal `solitaire-core deal {name} {DEAL}`.

What all games of the family share: [the family's rules](../{family}.md).
"""


def index():
    """The page that lists all games."""
    rows = []
    for name in sc.GAMES:
        game, sentence = title(name)
        rows.append(f"| [{game}]({name}.md) | `{name}` | {sentence} |")
    return "# Every game\n\n| game | name | |\n|---|---|---|\n" + "\n".join(rows) + "\n"


def on_config(config):
    """Put the games' pages into the navigation, below the list of them."""
    games = [{title(name)[0]: f"{FOLDER}/{name}.md"} for name in sc.GAMES]
    for section in config.nav:
        if "Rules" in section:
            section["Rules"] = [
                *section["Rules"][:-1],
                {"Every game": [f"{FOLDER}/index.md", *games]},
            ]
    return config


def on_files(files, config):
    """Add the pages and their pictures."""
    made = {f"{FOLDER}/index.md": index()}
    for name, rules in sc.GAMES.items():
        made[f"{FOLDER}/{name}.md"] = page(name, rules)
        made[f"{FOLDER}/{name}.svg"] = sc.to_svg(sc.Deal(rules, DEAL).start(), card_width=60)
    for path, content in made.items():
        files.append(File.generated(config, path, content=content))
    return files
