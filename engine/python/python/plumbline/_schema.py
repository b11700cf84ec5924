"""The schema of MJCF as MuJoCo prints it."""

from . import _core


def _rows():
    """Level, name, count and attributes of each element, as MuJoCo has them in one table: the world
    is a body, what may stand in itself is marked with R, and frames are no elements of their own."""
    rows, inside = [], False
    for level, name, count, attributes in _core.schema_rows():
        if name == "worldbody" or (name in ("frame", "replicate") and inside):
            inside = True
            continue
        inside = inside and level > 1
        if name == "body" and inside:
            rows.append((1, "(world)body", "R", attributes))
        elif name == "default" and level == 1:
            rows.append((level, name, "R", attributes))
        elif name != "default" or level == 0:
            rows.append((level, name, count, attributes))
    return rows


def _plain(level, name, count, attributes):
    base = 3 * level + len(name) + 4
    margin = max(30, base)
    lines, used = [(" " * 3 * level + f"{name} ({count})").ljust(30)], margin
    for attribute in sorted(attributes):
        if used > 60:
            lines.append(" " * margin)
            used = margin
        lines[-1] += attribute + " "
        used += len(attribute) + 1
    return "\n".join(lines) + "\n"


def _html(level, name, count, attributes, pad):
    style = f' style="padding-left:{5 + 15 * level}"' if pad else ""
    spaces = "" if pad else "&nbsp;" * 4 * level
    listed = "".join(attribute + " " for attribute in sorted(attributes))
    listed = listed or '<span style="color:black"><i>no attributes</i></span>'
    return (
        f'<tr>\n\t<td{style} bgcolor="#EEEEEE" class="el">{spaces}{name}</td>\n'
        f'\t<td class="ty">{count}</td>\n\t<td class="at">{listed}</td>\n</tr>\n'
    )


def mj_printSchema(flg_html, flg_pad):
    """The elements and attributes of MJCF, as text or as a table of HTML."""
    if not flg_html:
        return "".join(_plain(*row) for row in _rows())
    rows = "".join(_html(*row, flg_pad) for row in _rows())
    return f'<table border="1">\n{rows}</table>\n'
