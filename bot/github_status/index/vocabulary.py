"""Lists of words that trackers use, as data: who reads them says what they mean."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


FILLERS = _words(
    """
    pr prs pull pulls request requests issue issues ticket tickets the a our upstream draft open
    merged landed new following these this that its number no nr
    """
)
"""May stand between the words that give a ref its role and the ref."""

REF_KINDS = _words(
    """
    pr prs pull pulls issue issues fix fixes fixed close closes closed resolve resolves resolved
    see ref refs
    """
)
"""Written directly before a `#`, they say what is meant, and name no repository: "PR#12"."""

COUNTING = _words(
    """
    step phase task part item no nr number num rev revision version build case test tests day week
    month milestone sprint page section chapter note comment option level layer gpu cpu rank node
    core worker attempt try round line column row figure fig table example question rule pattern
    slide channel room bug ticket story todo run job trac discussion commit release
    """
)
"""Written directly before a `#`, they count something else: "step#3" is no ref to a repository."""

SENTENCE = _words(
    """
    is are was were am be been being has have had does did will would can could should shall must
    may might we you he she it they this these those that which who whose whom there here what when
    where why how let lets let's we're we've it's that's here's i'm i've don't please see following
    follows below above
    sind ist wird werden wurde haben hat wir ich sie hier folgende folgenden folgender siehe
    son está están hay tenemos siguiente siguientes aquí
    est sont nous voici suivant suivants suivantes
    são estão seguinte seguintes aqui abaixo
    è sono seguenti questi ecco
    """
)
"""Make a sentence of a line: verbs, the pronouns before them, and pointers to what follows."""

SENTENCE_STARTS = _words("i from to if as since while because until everything anything all")
"""As a first word they make a sentence, or half of one."""

ORDERS = _words("will would can could should shall must may might")
"""As a first word they give an order, which is a name: "Must fix", "May 2026"."""

NOBODY = _words(
    """
    tbd tba tbc n/a na none nobody unassigned unowned open todo vacant anyone unknown pending ?
    volunteer volunteers everyone all 待定 无 無 未定 未割当 なし 미정
    """
) | {
    "help wanted",
    "help-wanted",
    "not assigned",
    "nobody yet",
    "no owner",
    "no one",
    "to be decided",
    "volunteers needed",
    "looking for owner",
}
"""Stand where an owner would, and mean that there is none."""
