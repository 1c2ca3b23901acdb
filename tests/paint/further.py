"""Screens of the map that no mock-up shows, and the hard cases: many seats, long words, every state of a part."""

from __future__ import annotations

from table.rules.cards import parse_cards
from table.screens import model as m
from tests.paint.screens import SEATS, cards, key, loose, meld, name, slots

MANY = (*SEATS, *(f"seat{n}" for n in range(7, 13)))
MANY_NAMES = (
    "Nap",
    "Hegy",
    "Kunyhó",
    "Csillag",
    "Hold",
    "Hullám",
    "Fenyő",
    "Hal",
    "Harang",
    "Horgony",
    "Korona",
    "Csepp",
)

FURTHER: dict[str, m.Screen] = {
    "30-safe-mode-entry-en": m.Screen(
        kind="no_camera",
        title="Game Table",
        sub="the camera is missing",
        chip=m.Chip(state="resting", label="No camera"),
        band=m.Band(
            seat="all", big="No camera: count by hand, play goes on", small="Check the cable, or go on without"
        ),
        body=m.Checks(
            rows=(
                m.CheckRow(label="Camera", state="bad", hint="no picture for 5 s"),
                m.CheckRow(label="Buttons", state="ok"),
                m.CheckRow(label="Scores", state="ok", hint="all saved"),
                m.CheckRow(label="Lamps", state="wait", hint="being tried"),
            ),
            picture="cable",
            picture_label="blue side to the clip",
        ),
        keys=(key("1", "Go on by hand"), key("2", "Try again"), key("6", "Service")),
        fix="Fix",
    ),
    "31-pick-game-hu": m.Screen(
        kind="pick_game",
        lang="hu",
        title="Játékasztal",
        band=m.Band(seat="all", big="Mit játszotok?", small="Bárki nyomhat gombot"),
        body=m.Choice(
            items=(
                m.ChoiceItem(key="1", title="Gin römi", lines=("ketten, 100 pontig",), picture="gin"),
                m.ChoiceItem(key="2", title="Mesélő", lines=("hárman-hatan, 30 pontig",), picture="zhiyan"),
                m.ChoiceItem(key="3", title="Magyar", picture="language"),
                m.ChoiceItem(key="4", title="Előzmények", picture="history"),
                m.ChoiceItem(key="5", title="Statisztika", picture="stats"),
            ),
            big=2,
        ),
        keys=(key("12345", in_body=True),),
        note="6: vissza",
        fix="Javítás",
    ),
    "32-who-deals-es": m.Screen(
        kind="who_first",
        lang="es",
        title="Gin Rummy · Fournier",
        sub="primera mano",
        band=m.Band(seat="all", big="¿Quién reparte?", small="Pulsa 1 en tu sitio, o 3 para sortear"),
        body=m.Choice(
            items=(
                m.ChoiceItem(key="1", title="Sol reparte", seat="sun", picked=True),
                m.ChoiceItem(key="1", title="Montaña reparte", seat="mountain"),
                m.ChoiceItem(
                    key="3", title="Sortear con las cartas", picture="lot", lines=("la carta más alta reparte",)
                ),
                m.ChoiceItem(key="4", title="Esto ahora no se puede", enabled=False),
            ),
        ),
        keys=(key("134", in_body=True),),
        fix="Corregir",
    ),
    "33-dealing-en": m.Screen(
        kind="gin_dealing",
        title="Gin Rummy · Fupa",
        sub="hand 2",
        chip=m.Chip(state="hand", label="Hand on table"),
        band=m.Band(seat="sun", big="Sun deals: ten cards each", small="then one card face up beside the stock"),
        body=m.Piles(
            stock_label="Stock",
            stock=None,
            discard_label="Up-card",
            discard=m.CardView(state="expected"),
            discard_note="goes here",
            scores_label="Standing",
            target_label="to 100",
            scores=(
                m.ScoreRow(seat="sun", name="Sun", points=0, note="0 hands won", tag="deals"),
                m.ScoreRow(seat="mountain", name="Mountain", points=0, note="0 hands won"),
            ),
            focus="discard",
        ),
        fix="Fix",
    ),
    "34-knock-illegal-zh": m.Screen(
        kind="gin_illegal_knock",
        lang="zh",
        title="金拉米",
        sub="第 3 局",
        chip=m.Chip(state="done", label="10 张"),
        band=m.Band(seat="sun", big="还不能敲：散牌 18 点，上限 10", small="拿起牌继续打，或者按更正", mark="no"),
        body=m.Refused(
            title="散牌",
            number="18",
            number_label="点，上限 10",
            seat="sun",
            groups=(meld("9H TH JH"), meld("4C 4D 4S"), loose("9C 5D 3S AS", "9 + 5 + 3 + 1")),
            lines=("手里不成套的牌最多 10 点才能敲牌。",),
            clause="规则：金拉米，敲牌",
        ),
        keys=(key("1", "继续打"),),
        fix="更正",
    ),
    "35-laying-live-hu": m.Screen(
        kind="gin_laying",
        lang="hu",
        title="Gin römi · Fupa",
        sub="Nap kopog",
        chip=m.Chip(state="cannot", label="Nem olvasható"),
        band=m.Band(
            seat="mountain", big="A lapok takarják egymást: húzd szét őket", small="Hegy hét lapja látszik, tíz kell"
        ),
        body=m.Hands(
            rows=(
                m.HandRow(
                    seat="sun",
                    name="Nap",
                    groups=(meld("9H TH JH QH"), meld("4C 4D 4S"), loose("AS 2D 5C", "1 + 2 + 5")),
                    read=10,
                    of=10,
                    count="10 / 10",
                    note="kopogott",
                    sum="maradék 8",
                ),
                m.HandRow(
                    seat="mountain",
                    name="Hegy",
                    groups=(meld("6S 7S 8S"), meld("KC KD KS"), m.Group(cards=cards("9C", "unsure"))),
                    read=7,
                    of=10,
                    count="7 / 10",
                    note="rakd tovább",
                ),
            )
        ),
        keys=(key("1", "Kész vagyok"),),
        fix="Javítás",
    ),
    "36-which-three-es": m.Screen(
        kind="gin_which_card",
        lang="es",
        title="Gin Rummy · Fupa",
        sub="Sol golpea",
        chip=m.Chip(state="cannot", label="No se ve bien"),
        band=m.Band(seat="all", big="¿Qué carta es esta?", small="Los dos pulsáis lo mismo"),
        body=m.Hands(
            rows=(
                m.HandRow(
                    seat="sun",
                    name="Sol",
                    groups=(meld("3H 4H 5H 6H 7H 8H"), loose("KS QD JC TS TD", "10 + 10 + 10 + 10 + 10")),
                    read=11,
                    of=11,
                    count="11 de 11",
                ),
                m.HandRow(
                    seat="mountain", name="Montaña", groups=(), read=0, of=10, count="0 de 10", note="pon las cartas"
                ),
            ),
            question=m.Question(
                cutout="",
                candidates=(
                    m.Candidate(key="1", card=cards("QS")[0]),
                    m.Candidate(key="2", card=cards("QC")[0]),
                    m.Candidate(key="3", card=cards("TS")[0]),
                ),
                need_both="Los dos tienen que pulsar lo mismo",
                note="Sol ya ha pulsado",
            ),
        ),
        keys=(key("123", "Es esta"), key("4", "Otra carta")),
        fix="Corregir",
    ),
    "37-void-en": m.Screen(
        kind="gin_void",
        title="Gin Rummy · Fupa",
        sub="end of hand 5",
        band=m.Band(seat=None, big="Nobody scores: two cards left"),
        body=m.Sum(
            winner=None,
            total="0",
            lines=(
                m.SumLine(text="Two cards are left in the stock", value="0", kind="zero"),
                m.SumLine(text="Total", value="0", kind="total"),
            ),
            after=(
                m.SumAfter(seat="sun", name="Sun", old=61, new=61),
                m.SumAfter(seat="mountain", name="Mountain", old=43, new=43),
            ),
            cite=("With two cards in the stock the hand counts for nobody.",),
            clause="Rule: Fupa, end of a hand",
        ),
        keys=(key("1", "Fine"),),
        note="or just deal on (Sun deals)",
        fix="Fix",
    ),
    "38-standing-es": m.Screen(
        kind="gin_standing",
        lang="es",
        title="Gin Rummy · Fournier",
        sub="después de la mano 6",
        band=m.Band(seat="mountain", big="Montaña reparte", small="Sol 61, Montaña 43"),
        body=m.Track(
            target=100,
            rows=(
                m.TrackRow(seat="sun", name="Sol", points=61, gain=24),
                m.TrackRow(seat="mountain", name="Montaña", points=43),
            ),
            hands=(
                m.HandMark(seat="sun", text="12"),
                m.HandMark(seat="mountain", text="43"),
                m.HandMark(seat=None),
                m.HandMark(seat="sun", text="25"),
                m.HandMark(seat="sun", text="24"),
            ),
            hands_label="Manos ganadas",
            next="mountain",
        ),
        keys=(key("1", "Mano siguiente"), key("2", "Historial")),
        fix="Corregir",
    ),
    "39-clue-en": m.Screen(
        kind="zhiyan_clue",
        title="Storyteller",
        sub="round 3",
        chip=m.Chip(state="resting", label="Resting"),
        band=m.Band(seat="star", big="Star: give your clue aloud"),
        body=m.Prompt(
            seat="star",
            name="Star",
            lines=(
                "Choose a card and think of a clue: a word, a line, a tune.",
                "Then put the card face down in front of you.",
            ),
            picture="clue",
            stock_label="Deck",
            stock=48,
            stock_unit="cards",
            stock_note="6 rounds left",
        ),
        keys=(key("1", "The clue is given"),),
        fix="Fix",
    ),
    "40-collect-hu": m.Screen(
        kind="zhiyan_collect",
        lang="hu",
        title="Mesélő",
        sub="3. forduló",
        chip=m.Chip(state="resting", label="Szünet"),
        band=m.Band(seat="all", big="Egy-egy lap, lefelé: Csillag gyűjti", small="Ami a legjobban illik az utaláshoz"),
        body=m.Prompt(
            seat="star",
            name="Csillag",
            lines=("Csillag megkeveri a lapokat, és képpel felfelé sorba rakja.",),
            picture="collect",
            stock_label="Pakli",
            stock=48,
            stock_unit="lap",
            stock_note="még 6 forduló",
        ),
        keys=(key("1", "Minden lap itt van"),),
        fix="Javítás",
    ),
    "41-redo-late-en": m.Screen(
        kind="zhiyan_redo",
        title="Storyteller",
        sub="round 3",
        chip=m.Chip(state="done", label="6 cards"),
        band=m.Band(seat="all", big="It does not add up: everybody once more", small="Your own card, then your vote"),
        body=m.Ballot(
            slots=tuple(
                m.Slot(number=n, cutout=f"art:{n}", state="missing" if n == 4 else "sure") for n in range(1, 7)
            ),
            entered=3,
            expected=5,
            count="3 / 5",
            count_label="are in",
            teller="star",
            teller_note="Star told the clue: nothing to press",
            late=("hut", "moon"),
            late_note="Still waited for:",
        ),
        keys=(key("123456", in_body=True),),
        note="Pressed wrong? Hold any button 2 s",
        fix="Fix",
    ),
    "42-gains-es": m.Screen(
        kind="zhiyan_gains",
        lang="es",
        title="Cuentacuentos",
        sub="ronda 6",
        band=m.Band(seat=None, big="Los puntos de esta ronda", small="Estrella 3, quien acierta 3"),
        body=m.Gains(
            rows=tuple(
                m.GainRow(
                    seat=s,
                    name=name("es", s),
                    parts=tuple(m.GainPart(value=v, text=t) for v, t in parts),
                    total=total,
                    tag="pista" if s == "star" else "",
                )
                for s, parts, total in (
                    ("sun", (("+3", "ha acertado"), ("+1", "un voto a tu carta")), "+4"),
                    ("mountain", (("+1", "un voto a tu carta"),), "+1"),
                    ("hut", (("+3", "ha acertado"),), "+3"),
                    ("star", (("+3", "algunos aciertan, no todos"),), "+3"),
                    ("moon", (("+1", "un voto a tu carta"),), "+1"),
                    ("wave", (), "0"),
                )
            ),
            clause="Regla: 只言片语, puntuación",
        ),
        keys=(key("1", "Seguir"),),
        fix="Corregir",
        auto=m.Countdown(until=6.0, of=8.0),
    ),
    "43-places-zh": m.Screen(
        kind="zhiyan_end",
        lang="zh",
        title="只言片语",
        sub="本场结束",
        band=m.Band(seat="all", big="太阳和月亮并列第一", small="31 分"),
        body=m.Places(
            rows=tuple(
                m.PlaceRow(
                    rank=r,
                    seat=s,
                    name=name("zh", s),
                    points=p,
                    first=r == "1",
                    note="中途离开" if s == "hut" else "",
                    left=s == "hut",
                )
                for r, s, p in (
                    ("1", "sun", 31),
                    ("1", "moon", 31),
                    ("3", "wave", 27),
                    ("4", "star", 20),
                    ("5", "mountain", 14),
                    ("6", "hut", 9),
                )
            ),
            unit="分",
            why=("太阳到 31 分：游戏结束", "两个人一样多，并列第一。"),
            clause="规则：只言片语，游戏结束",
        ),
        keys=(key("1", "再来一场"), key("2", "战绩"), key("6", "换游戏")),
        fix="更正",
    ),
    "44-fix-log-en": m.Screen(
        kind="fix_log",
        title="Fix",
        sub="what happened",
        band=m.Band(
            seat=None, big="Which line is wrong?", small="Press its button; nothing is changed yet", mark="fix"
        ),
        body=m.Log(
            rows=(
                m.LogRow(key="1", text="Mountain discarded", seat="mountain", cards=cards("JD")),
                m.LogRow(key="2", text="Mountain drew from the stock", seat="mountain"),
                m.LogRow(key="3", text="Sun discarded", seat="sun", cards=cards("5C"), state="changed", mark="changed"),
                m.LogRow(key="4", text="Hand 3: Sun knocked, 24 points", value="+24", seat="sun"),
                m.LogRow(
                    key="5", text="Hand 2: Mountain, gin", value="+34", seat="mountain", state="void", mark="undone"
                ),
            ),
            page="1 / 4",
        ),
        keys=(key("12345", in_body=True), key("6", "Older")),
        fix="Leave",
    ),
    "45-stats-hu": m.Screen(
        kind="stats",
        lang="hu",
        title="Statisztika",
        sub="Gin römi",
        band=m.Band(seat=None, big="Ki hányszor nyert?"),
        body=m.Stats(
            title="Nyert leosztások",
            rows=(
                m.StatRow(label="Nap", value="23", share=0.77, seat="sun", note="átlag 18,4 pont"),
                m.StatRow(label="Hegy", value="17", share=0.57, seat="mountain", note="átlag 21,0 pont"),
                m.StatRow(label="Kunyhó", value="4", share=0.13, seat="hut", note="átlag 9,5 pont"),
                m.StatRow(label="Gin", value="6", share=0.2),
                m.StatRow(label="Nem a kopogó nyert", value="3", share=0.1),
            ),
            page="1 / 3",
        ),
        keys=(key("1", "Következő oldal"), key("6", "Vissza")),
        fix="Javítás",
    ),
    "46-pick-suit-hu": m.Screen(
        kind="fix_card",
        lang="hu",
        title="Lap javítása",
        sub="Nap, 10. lap",
        band=m.Band(seat=None, big="Melyik lap ez? Előbb a szín", mark="fix"),
        body=m.CardPick(
            cutout="cut:9",
            suit_labels=("pikk", "kőr", "káró", "treff"),
            row_label="sor",
            column_label="oszlop",
            stages=(
                m.PickStage(label="szín", state="now"),
                m.PickStage(label="sor", state="later"),
                m.PickStage(label="oszlop", state="later"),
            ),
        ),
        keys=(key("1234", in_body=True), key("6", "Vissza")),
        fix="Kilépés",
    ),
    "47-pick-column-es": m.Screen(
        kind="fix_card",
        lang="es",
        title="Corregir una carta",
        sub="mano de Sol, carta 10",
        band=m.Band(seat=None, big="¿Qué carta es? Pulsa la columna", mark="fix"),
        body=m.CardPick(
            cutout="",
            suit="H",
            row=2,
            gone=parse_cards("7H 9H"),
            gone_label="en la mesa",
            row_label="fila",
            column_label="columna",
            stages=(
                m.PickStage(label="palo", state="done"),
                m.PickStage(label="fila", state="done"),
                m.PickStage(label="columna", state="now"),
            ),
        ),
        keys=(key("12345", "Columna"), key("6", "Atrás")),
        fix="Salir",
    ),
    "48-calibrate-en": m.Screen(
        kind="calibrate",
        title="Calibration",
        chip=m.Chip(state="cannot", label="3 of 4 markers"),
        band=m.Band(seat=None, big="One marker is hidden", small="Move what lies on the lower left corner"),
        body=m.Service(
            picture="camera",
            boxes=(
                m.ServiceBox(corners=((0.02, 0.03), (0.12, 0.03), (0.12, 0.2), (0.02, 0.2)), state="marker", label="1"),
                m.ServiceBox(
                    corners=((0.02, 0.8), (0.12, 0.8), (0.12, 0.97), (0.02, 0.97)), state="missing", label="4"
                ),
            ),
            numbers=("error 0.6 px",),
        ),
        keys=(key("1", "Take this"), key("6", "Leave")),
        fix="Fix",
    ),
    "49-saver": m.Screen(kind="saver", body=m.Saver(clock="23:14", step=7)),
    "50-notice-en": m.Screen(
        kind="notice",
        title="Game Table",
        band=m.Band(seat=None, big="The card store is full", small="Play goes on; nothing more is recorded"),
        body=m.Notice(lines=("Free some space, or take out the recordings.", "The score so far is safe."), seat="all"),
        keys=(key("1", "Go on"),),
    ),
    "51-twelve-hu": m.Screen(
        kind="zhiyan_track",
        lang="hu",
        title="Mesélő",
        sub="tizenketten",
        band=m.Band(seat="seat10", big="Következő mesélő: Horgony", small="Mindenki húz, amíg 6 lapja nem lesz"),
        body=m.Track(
            target=30,
            rows=tuple(
                m.TrackRow(seat=s, name=n, points=i * 2, gain=i % 4, left=i == 4)
                for i, (s, n) in enumerate(zip(MANY, MANY_NAMES, strict=True))
            ),
            stock_label="Pakli",
            stock=12,
            stock_unit="lap",
            stock_note="még 1 forduló",
            next="seat10",
        ),
        keys=(key("1", "Következő forduló"), key("3", "Valaki elmegy"), key("5", "Elfogyott a pakli")),
        fix="Javítás",
    ),
    "52-twelve-reveal-hu": m.Screen(
        kind="zhiyan_reveal",
        lang="hu",
        title="Mesélő",
        sub="tizenketten",
        band=m.Band(seat="seat8", big="7. lap: Hal"),
        body=m.Reveal(
            slots=tuple(
                m.RevealSlot(
                    number=i + 1,
                    cutout=f"art:{i + 1}",
                    owner=s,
                    owner_name=n,
                    votes=MANY[:4] if i == 7 else MANY[4:6] if i == 2 else (),
                    teller=i == 7,
                )
                for i, (s, n) in enumerate(zip(MANY, MANY_NAMES, strict=True))
            ),
            step=4,
        ),
        keys=(key("1", "Tovább"),),
        fix="Javítás",
    ),
    "55-twelve-row-es": m.Screen(
        kind="zhiyan_row",
        lang="es",
        title="Cuentacuentos",
        sub="doce jugadores",
        band=m.Band(seat="star", big="Estrella: cartas en fila, boca arriba"),
        body=m.Row(
            slots=tuple(
                m.Slot(
                    number=n,
                    cutout=f"art:{n}",
                    state="empty" if n > 10 else "reading" if n == 10 else "sure",
                    note="ya usada" if n == 4 else "",
                )
                for n in range(1, 13)
            ),
            empty="vacío",
            count="9 / 12",
            count_label="numeradas",
        ),
        fix="Corregir",
    ),
    "57-twelve-vote-hu": m.Screen(
        kind="zhiyan_vote",
        lang="hu",
        title="Mesélő",
        sub="tizenketten",
        chip=m.Chip(state="done", label="12 lap"),
        band=m.Band(seat="all", big="Előbb a saját lapod, aztán a szavazatod"),
        body=m.Ballot(
            slots=slots(12),
            entered=7,
            expected=11,
            count="7 / 11",
            count_label="leadva",
            late=("sun", "moon", "seat9", "seat12"),
            late_note="Még 4 helyre várunk",
        ),
        note="Rossz gomb? Bármelyiket tartsd 2 mp-ig",
        fix="Javítás",
    ),
    "56-twelve-whose-es": m.Screen(
        kind="zhiyan_reveal",
        lang="es",
        title="Cuentacuentos",
        sub="doce jugadores",
        band=m.Band(seat="all", big="Ya están todos los votos"),
        body=m.Reveal(
            slots=tuple(m.RevealSlot(number=n, cutout=f"art:{n}", note="¿de quién?") for n in range(1, 13)), step=1
        ),
        fix="Corregir",
    ),
    "53-row-missing-es": m.Screen(
        kind="zhiyan_row",
        lang="es",
        title="Cuentacuentos",
        sub="ronda 2",
        chip=m.Chip(state="cannot", label="No se ve bien"),
        band=m.Band(seat="star", big="Veo 5 de 6 cartas", small="Hay cartas tapadas: sepáralas"),
        body=m.Row(
            slots=(*slots(5), m.Slot(number=6, state="missing")), empty="libre", count="5 / 6", count_label="numeradas"
        ),
        keys=(key("1", "Son todas"),),
        fix="Corregir",
    ),
    "54-seats-12-hu": m.Screen(
        kind="seats",
        lang="hu",
        title="Mesélő",
        sub="ki játszik",
        band=m.Band(seat="all", big="Nyomj meg egy gombot a helyeden", small="nyolcan vannak"),
        body=m.Seats(
            places=tuple(
                m.SeatPlace(seat=s, name=n, joined=i % 3 != 1, note="szabad", picked=i == 2)
                for i, (s, n) in enumerate(zip(MANY, MANY_NAMES, strict=True))
            ),
            least=3,
            most=12,
        ),
        keys=(key("6", "Kezdés"),),
        fix="Javítás",
    ),
}
