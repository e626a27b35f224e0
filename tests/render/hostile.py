"""Texts that want to be more than text."""

HOSTILE = (
    "<!channel> *x* | <https://evil|y>",
    "\x1b[31mred\x1b[0m \x1b]8;;https://evil\x07link\x1b]8;;\x07",
    "\x9b31mred \x9d8;;https://evil\x9c",
    "[x](javascript:alert(1)) ![y](https://evil/z.png)",
    "\u202egnp.exe \u2066hidden\u2069 \u200b\u2060\ufeffzero",
    "one\ntwo\r\nthree\u2028four\x85five",
    "@everyone @acme/core #12 GH-13 acme/widgets#14 https://evil.example www.evil.example a@b.c",
    "`code` ``more`` ```",
    "a | b || c",
    "<script>alert(1)</script><img src=x onerror=y> &lt;b&gt;",
    "- [ ] task\n# heading\n> quote\n1. one\n    code",
    "\ud800 lone \udfff",
    "e" + "\u0301" * 200,
    "漢字とかな 👩‍👩‍👧‍👦 🇩🇪 表",
    "\a\b\x7f\x00",
    "~~gone~~ $x$ :tada: {a} \\*",
    "W" * 10_000,
    "word " * 2_000,
    "",
    " ",
)
