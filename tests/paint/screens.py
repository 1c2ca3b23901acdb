"""The designed screens as data: the contents of the mock-ups, with the words as the glossary corrects them."""

from __future__ import annotations

from table.rules.cards import parse_card
from table.screens import model as m

NAMES = {
    "en": ("Sun", "Mountain", "Hut", "Star", "Moon", "Wave"),
    "zh": ("太阳", "高山", "小屋", "星星", "月亮", "海浪"),
    "es": ("Sol", "Montaña", "Cabaña", "Estrella", "Luna", "Ola"),
    "hu": ("Nap", "Hegy", "Kunyhó", "Csillag", "Hold", "Hullám"),
}
SEATS = ("sun", "mountain", "hut", "star", "moon", "wave")


def name(lang: str, seat: str) -> str:
    return NAMES[lang][SEATS.index(seat)]


def cards(text: str, state: m.CardState = "sure", by: str | None = None) -> tuple[m.CardView, ...]:
    return tuple(m.CardView(card=parse_card(word), state=state, by=by) for word in text.split())


def meld(text: str) -> m.Group:
    return m.Group(cards=cards(text), meld=True)


def loose(text: str, note: str = "") -> m.Group:
    return m.Group(cards=cards(text), note=note)


def key(keys: str, label: str = "", in_body: bool = False) -> m.KeyHint:
    return m.KeyHint(keys=tuple(keys), label=label, in_body=in_body)


def slots(count: int, reading: int = 0, empty: int = 0) -> tuple[m.Slot, ...]:
    return tuple(
        m.Slot(
            number=n,
            cutout="" if n > count - empty else f"art:{n}",
            state="empty" if n > count - empty else "reading" if n > count - empty - reading else "sure",
        )
        for n in range(1, count + 1)
    )


DESIGNED: dict[str, m.Screen] = {}


def _add(number: str, screen: m.Screen) -> None:
    DESIGNED[number] = screen


_add(
    "01-attract-en",
    m.Screen(
        kind="attract",
        body=m.Attract(
            name="Game Table",
            games="Gin Rummy · Storyteller",
            lines=("Press any button", "请按任意键", "Pulsa cualquier botón", "Nyomj meg egy gombot"),
            last="Last game: Sun 95 : 43 Mountain",
            clock="18:04",
        ),
        keys=(key("123456", in_body=True),),
    ),
)
_add(
    "02-rules-es",
    m.Screen(
        kind="pick_rules",
        lang="es",
        title="Gin Rummy",
        sub="elegir las reglas",
        band=m.Band(seat="all", big="¿Qué reglas queréis?", small="Cualquiera de los dos pulsa 1, 2 o 3"),
        body=m.RuleTable(
            columns=(
                m.RuleColumn(key="1", name="金拉米"),
                m.RuleColumn(key="2", name="Fupa"),
                m.RuleColumn(key="3", name="Fournier"),
            ),
            rows=tuple(
                m.RuleRow(label=label, values=tuple(values), muted=tuple(v in ("no", "—") for v in values))
                for label, values in (
                    ("Gin", ("25", "25", "20")),
                    ("Contragolpe", ("+25", "+25", "+10")),
                    ("Empate, para quien no golpeó", ("25", "—", "10")),
                    ("Añadir cartas tras gin", ("no", "no", "sí")),
                    ("Prima al llegar a 100", ("100", "—", "100")),
                    ("Por cada mano ganada", ("25", "—", "20")),
                )
            ),
        ),
        keys=(key("123", in_body=True), key("4", "Reglas de la casa"), key("6", "Atrás")),
        fix="Corregir",
    ),
)
_add(
    "03-seats-en",
    m.Screen(
        kind="seats",
        title="Storyteller",
        sub="who is playing",
        band=m.Band(seat="all", big="Press any button at your place", small="4 have joined, 3 to 6 can play"),
        body=m.Seats(
            places=tuple(
                m.SeatPlace(
                    seat=s,
                    name=name("en", s),
                    joined=s not in ("hut", "wave"),
                    note="free" if s in ("hut", "wave") else "",
                )
                for s in SEATS
            ),
            least=3,
            most=6,
            pods=(
                m.PodHint(keys=tuple("123456"), small="any button", big="sit down"),
                m.PodHint(keys=("6",), small="button 6", big="start"),
            ),
        ),
        keys=(key("6", "Start with 4"), key("1", "Get up again")),
        fix="Fix",
    ),
)
_add(
    "04-gin-turn-hu",
    m.Screen(
        kind="gin_turn",
        lang="hu",
        title="Gin römi · Klasszikus",
        sub="4. leosztás",
        chip=m.Chip(state="done", label="Kész"),
        band=m.Band(seat="mountain", big="Hegy jön: húzz egy lapot", small="a pakliból vagy a dobott lapok tetejéről"),
        body=m.Piles(
            stock_label="Pakli",
            stock=17,
            stock_unit="lap",
            stock_note="15 húzás, utána semmis",
            discard_label="Dobott lapok",
            discard=cards("JD")[0],
            scores_label="Állás",
            target_label="100-ig",
            target=100,
            scores=(
                m.ScoreRow(seat="sun", name="Nap", points=61, note="2 nyert", tag="oszt"),
                m.ScoreRow(seat="mountain", name="Hegy", points=43, note="1 nyert"),
            ),
            focus="both",
        ),
        keys=(key("1", "Kopogás (a saját gombod, dobás után)"),),
        fix="Javítás",
    ),
)
_add(
    "05-gin-forbidden-en",
    m.Screen(
        kind="gin_forbidden",
        title="Gin Rummy · Fournier",
        sub="hand 4",
        chip=m.Chip(state="done", label="Done"),
        band=m.Band(
            seat="mountain",
            big="Mountain: not this card, please",
            small="Take it back into your hand and discard another one",
            mark="no",
        ),
        body=m.Refused(
            title="Why?",
            card=cards("7D", "illegal")[0],
            path=(
                m.PathStep(place="pile", label="pile", card=cards("7D")[0]),
                m.PathStep(place="hand", label="your hand", seat="mountain"),
                m.PathStep(place="pile", label="pile", card=cards("7D")[0], bad=True),
            ),
            lines=("The card just taken from the discard pile may not go straight back.",),
            clause="Rule: Fournier, dealing and play",
        ),
        note="Nothing to press: the table sees it when the card is gone.",
        fix="Fix",
    ),
)
_add(
    "06-gin-lay-unsure-en",
    m.Screen(
        kind="gin_which_card",
        title="Gin Rummy · Fupa",
        sub="Sun has knocked",
        chip=m.Chip(state="reading", label="Reading"),
        band=m.Band(
            seat="sun",
            big="Sun: which card is this?",
            small="Press a button at your place, or straighten the card and wait",
        ),
        body=m.Hands(
            rows=(
                m.HandRow(
                    seat="sun",
                    name="Sun",
                    groups=(
                        meld("9H TH JH QH"),
                        meld("4C 4D 4S"),
                        m.Group(cards=(*cards("AS 2D"), m.CardView(state="unsure"))),
                    ),
                    read=9,
                    of=10,
                    count="9 of 10",
                    note="knocked",
                ),
                m.HandRow(
                    seat="mountain",
                    name="Mountain",
                    groups=(meld("6S 7S 8S"), meld("KC KD KS")),
                    read=6,
                    of=10,
                    count="6 of 10",
                    note="keep laying",
                ),
            ),
            question=m.Question(
                cutout="cut:9",
                candidates=(
                    m.Candidate(key="1", card=cards("7D")[0], share=0.52),
                    m.Candidate(key="2", card=cards("TD")[0], share=0.44),
                ),
            ),
        ),
        keys=(key("12", "It is this one"), key("3", "Another card")),
        fix="Fix",
    ),
)
_add(
    "07-gin-layoff-es",
    m.Screen(
        kind="gin_lay_off",
        lang="es",
        title="Gin Rummy · Fupa",
        sub="Sol golpea",
        chip=m.Chip(state="done", label="Leído"),
        band=m.Band(seat="mountain", big="Montaña añade 8♥ y 4♥", small="Mejor para Montaña: 14 en vez de 26"),
        body=m.LayOff(
            rows=(
                m.LayOffRow(
                    seat="sun",
                    name="Sol",
                    groups=(
                        m.Group(cards=(*cards("8H", by="mountain"), *cards("9H TH JH QH")), meld=True),
                        m.Group(cards=(*cards("4C 4D 4S"), *cards("4H", by="mountain")), meld=True),
                        loose("AS 2D 5C", "1 + 2 + 5"),
                    ),
                    points=8,
                    points_label="sueltas",
                ),
                m.LayOffRow(
                    seat="mountain",
                    name="Montaña",
                    groups=(
                        meld("6S 7S 8S"),
                        meld("KC KD KS"),
                        m.Group(cards=cards("8H 4H", "expected", "mountain")),
                        loose("9C 5D", "9 + 5"),
                    ),
                    points=14,
                    points_label="sueltas",
                    before=26,
                ),
            )
        ),
        keys=(key("1", "Contar los puntos"),),
        note="o espera 8 s",
        fix="Corregir",
        motion=(
            m.Move(what="card:8H", source="seat:mountain", target="card:8H"),
            m.Move(what="card:4H", source="seat:mountain", target="card:4H"),
        ),
    ),
)
_add(
    "08-gin-result-hu",
    m.Screen(
        kind="gin_result",
        lang="hu",
        title="Gin römi · Klasszikus",
        sub="4. leosztás vége",
        band=m.Band(seat="sun", big="Nap: gin! 34 pont"),
        body=m.Sum(
            winner="sun",
            total="+34",
            lines=(
                m.SumLine(text="Gin: mind a tíz lap kombinációban", value="+20"),
                m.SumLine(text="Hegy maradéka: 9♣ 5♦", value="+14"),
                m.SumLine(text="Hegy hozzátett: 8♥ 4♥", value="0", kind="zero"),
                m.SumLine(text="Összesen", value="34", kind="total"),
            ),
            after=(
                m.SumAfter(seat="sun", name="Nap", old=61, new=95),
                m.SumAfter(seat="mountain", name="Hegy", old=43, new=43),
            ),
            cite=("Gin: 20 pont és az ellenfél maradéka.", "Gin után is szabad hozzátenni."),
            clause="Szabály: Klasszikus, Hogyan kell számolni",
        ),
        keys=(key("1", "Rendben"),),
        note="vagy ossz tovább (Nap oszt)",
        fix="Javítás",
        auto=m.Countdown(until=8.0, of=8.0),
    ),
)
_add(
    "09-gin-end-zh",
    m.Screen(
        kind="gin_end",
        lang="zh",
        title="金拉米",
        sub="本场结束",
        band=m.Band(seat="sun", big="太阳获胜", small="870 分比 0 分"),
        body=m.Sum(
            winner="sun",
            total="870",
            ending=True,
            lines=(
                m.SumLine(text="各局得分", value="115"),
                m.SumLine(text="先到 100 分", value="+100"),
                m.SumLine(text="赢 3 局，每局 25", value="+75"),
                m.SumLine(text="小计", value="290", kind="sub"),
                m.SumLine(text="对手 0 分：2 × (290 − 0)", value="+580"),
                m.SumLine(text="总分", value="870", kind="total"),
            ),
            after=(
                m.SumAfter(seat="sun", name="太阳", old=115, new=870, note="赢 3 局"),
                m.SumAfter(seat="mountain", name="高山", old=0, new=0, note="赢 0 局"),
            ),
        ),
        keys=(key("1", "再来一场"), key("2", "战绩"), key("6", "换游戏")),
        fix="更正",
    ),
)
_add(
    "10-dixit-row-zh",
    m.Screen(
        kind="zhiyan_row",
        lang="zh",
        title="只言片语",
        sub="第 6 轮",
        chip=m.Chip(state="reading", label="识别中"),
        band=m.Band(seat="star", big="星星：把牌正面朝上摆成一排", small="从你的左边数起，编号之后挪动也不变"),
        body=m.Row(
            slots=slots(6, reading=1, empty=1),
            empty="空",
            count="4 / 6",
            count_label="已编号",
            note="摆好 6 张、手离开桌面后自动开始投票",
        ),
        fix="更正",
    ),
)
_add(
    "11-dixit-vote-zh",
    m.Screen(
        kind="zhiyan_vote",
        lang="zh",
        title="只言片语",
        sub="第 6 轮",
        chip=m.Chip(state="done", label="6 张"),
        band=m.Band(seat="all", big="把手伸进遮罩，按两次", small="先按自己的牌，再按你猜是星星出的那张"),
        body=m.Ballot(
            slots=slots(6),
            entered=4,
            expected=5,
            count="4 / 5",
            count_label="已投",
            teller="star",
            teller_note="星星出题，不用按",
        ),
        keys=(key("123456", in_body=True),),
        note="按错了？按住任意按钮 2 秒，重新按。灯亮着 = 已收到",
        fix="更正",
    ),
)
_add(
    "12-dixit-reveal-en",
    m.Screen(
        kind="zhiyan_reveal",
        title="Storyteller",
        sub="round 6",
        chip=m.Chip(state="resting", label="Resting"),
        band=m.Band(seat="star", big="Card 3 is by Star", small="Two of five found it: Sun and Hut"),
        body=m.Reveal(
            slots=tuple(
                m.RevealSlot(
                    number=n,
                    cutout=f"art:{n}",
                    owner=owner,
                    owner_name=name("en", owner) if owner else "",
                    votes=votes,
                    teller=n == 3,
                    note="" if owner else "whose?",
                )
                for n, owner, votes in (
                    (1, "wave", ()),
                    (2, "moon", ("mountain",)),
                    (3, "star", ("sun", "hut")),
                    (4, None, ("moon",)),
                    (5, None, ()),
                    (6, None, ("wave",)),
                )
            ),
            step=3,
            steps=5,
        ),
        keys=(key("1", "Next step"),),
        note="Bottom row: the votes",
        fix="Fix",
        auto=m.Countdown(until=3.0, of=4.0),
    ),
)
_add(
    "13-dixit-score-zh",
    m.Screen(
        kind="zhiyan_track",
        lang="zh",
        title="只言片语",
        sub="第 6 轮得分",
        band=m.Band(seat="moon", big="下一位出题：月亮", small="每人补到 6 张牌，然后月亮开始"),
        body=m.Track(
            target=30,
            rows=tuple(
                m.TrackRow(seat=s, name=name("zh", s), points=p, gain=g)
                for s, p, g in zip(SEATS, (14, 9, 20, 17, 24, 11), (4, 1, 3, 3, 1, 0), strict=True)
            ),
            stock_label="牌堆",
            stock=18,
            stock_unit="张",
            stock_note="还有 2 轮",
            next="moon",
        ),
        keys=(key("1", "开始下一轮"), key("5", "牌堆空了")),
        fix="更正",
    ),
)
_add(
    "14-fix-card-es",
    m.Screen(
        kind="fix_card",
        lang="es",
        title="Corregir una carta",
        sub="mano de Sol, carta 10",
        band=m.Band(seat=None, big="¿Qué carta es? Pulsa la fila", small="Luego, la columna", mark="fix"),
        body=m.CardPick(
            cutout="cut:9",
            suit="D",
            gone=tuple(parse_card(c) for c in ("2D", "4D", "KD")),
            gone_label="en la mesa",
            row_label="fila",
            column_label="columna",
            suit_labels=("picas", "corazones", "diamantes", "tréboles"),
            stages=(
                m.PickStage(label="palo", state="done"),
                m.PickStage(label="fila", state="now"),
                m.PickStage(label="columna", state="later"),
            ),
        ),
        keys=(key("123", "Fila"), key("6", "Atrás")),
        fix="Salir",
    ),
)
_add(
    "15-resume-en",
    m.Screen(
        kind="resume",
        title="Gin Rummy · Fournier",
        sub="hand 4, after a power cut",
        chip=m.Chip(state="done", label="Done"),
        band=m.Band(
            seat="all", big="The table does not look as before", small="What is right? Either player presses 1, 2 or 3"
        ),
        body=m.Resume(
            columns=(
                m.ResumeColumn(
                    key="1", title="Go on from now", sub="what the camera sees", card=cards("5C")[0], differs=True
                ),
                m.ResumeColumn(key="2", title="Put it back", sub="as saved at 14:32", card=cards("JD")[0]),
                m.ResumeColumn(
                    key="3",
                    title="Void this hand",
                    sub="the scores stay",
                    scores=(
                        m.ScoreRow(seat="sun", name="Sun", points=61),
                        m.ScoreRow(seat="mountain", name="Mountain", points=43),
                    ),
                ),
            )
        ),
        keys=(key("123", in_body=True),),
        note="Different: the top of the discard pile. All scores are safe.",
        fix="Fix",
    ),
)
_add(
    "16-safe-mode-hu",
    m.Screen(
        kind="by_hand",
        lang="hu",
        title="Gin römi · Klasszikus",
        sub="5. leosztás, kézi mód",
        chip=m.Chip(state="resting", label="Nincs kamera"),
        band=m.Band(
            seat="sun",
            big="Nap nyert kopogással: hány pont?",
            small="Nincs kamera: számoljatok kézzel, a játék megy tovább",
        ),
        body=m.Points(
            seat="sun",
            number="24",
            label="pont ebben a leosztásban",
            preview="Nap 61 → 85",
            keys=(
                m.PointKey(key="1", label="+10"),
                m.PointKey(key="2", label="+1"),
                m.PointKey(key="3", label="−1"),
                m.PointKey(key="4", label="+5"),
                m.PointKey(key="5", label="törlés"),
                m.PointKey(key="6", label="kész", good=True),
            ),
        ),
        keys=(key("123456", in_body=True),),
        note="Kábel rendben? A kamera magától visszatér, ha újra látszik.",
        fix="Javítás",
    ),
)


def _box(x: float, y: float, w: float, h: float) -> tuple[tuple[float, float], ...]:
    return tuple((a / 720, b / 405) for a, b in ((x, y), (x + w, y), (x + w, y + h), (x, y + h)))


_add(
    "17-service-en",
    m.Screen(
        kind="service",
        title="Service",
        sub="camera, buttons, lamps",
        chip=m.Chip(state="done", label="4 of 4 markers"),
        body=m.Service(
            picture="camera",
            boxes=(
                *(
                    m.ServiceBox(corners=_box(x, y, 70, 70), state="marker")
                    for x, y in ((13, 11), (637, 13), (11, 325), (637, 323))
                ),
                m.ServiceBox(corners=_box(206, 72, 80, 112), label="stock", state="zone"),
                m.ServiceBox(corners=_box(356, 86, 80, 112), label="7♦ 52 %", state="unsure"),
                *(
                    m.ServiceBox(corners=_box(x, 246, 64, 112), label=label)
                    for x, label in ((154, "9♥"), (221, "10♥"), (288, "J♥"), (406, "4♣"), (473, "4♦"))
                ),
            ),
            numbers=(
                "14.8 pictures/s · age 62 ms · exposure 8.0 ms · gain 2.1",
                "marker error 0.6 px · sharpness 412 · amber = unsure",
            ),
            keys_label="Press each button once",
            keys=tuple(
                m.KeyTest(
                    seat=s,
                    name=name("en", s),
                    pressed=tuple(not (s == "moon" or (s == "sun" and i == 5)) for i in range(6)),
                )
                for s in SEATS
            ),
            trouble="Moon: check the cable",
        ),
        keys=(key("1", "Calibrate"), key("2", "Lamps"), key("3", "Save picture"), key("6", "Leave")),
        fix="Fix",
    ),
)
_add(
    "18-dixit-vote-flat-en",
    m.Screen(
        kind="zhiyan_vote",
        title="Storyteller",
        sub="round 6",
        chip=m.Chip(state="done", label="6 cards"),
        band=m.Band(
            seat="all", big="Reach under the hood, press twice", small="Your own card, then the one you think is Star's"
        ),
        body=m.Ballot(slots=slots(6), entered=4, expected=5, count="4 / 5", count_label="are in", teller="star"),
        keys=(key("123456", in_body=True),),
        note="Pressed wrong? Hold any button 2 s",
        fix="Fix",
        strips=tuple(
            m.Strip(
                seat=s,
                name=name("en", s),
                text="you told it: no vote" if s == "star" else "own card, then your vote",
                act=s != "star",
            )
            for s in SEATS
        ),
    ),
)
_add(
    "19-dixit-vote-sweep-en",
    m.Screen(
        kind="zhiyan_sweep",
        title="Storyteller",
        sub="round 6",
        chip=m.Chip(state="done", label="6 cards"),
        band=m.Band(
            seat="all", big="Now: your own card", small="Press unseen while it is lit. Everybody else: sit still."
        ),
        body=m.Ballot(
            slots=slots(6),
            entered=0,
            expected=5,
            sweep=m.Sweep(phase="own", lit=3, left=m.Countdown(until=1.1, of=2.0)),
        ),
        keys=(m.KeyHint(keys=("press",), in_body=True),),
        note="Star does not press. The light passes twice, then comes the vote.",
        note_seat="star",
        fix="Fix",
    ),
)
_add(
    "20-boot-check-es",
    m.Screen(
        kind="self_check",
        lang="es",
        title="Mesa de juego",
        sub="comprobación inicial",
        band=m.Band(
            seat=None,
            big="Un momento: la mesa se está comprobando",
            small="Con un error en los ajustes se juega con las reglas originales",
        ),
        body=m.Checks(
            rows=(
                m.CheckRow(label="Cámara", state="ok", hint="imagen cada 62 ms"),
                m.CheckRow(label="Botones", state="ok", hint="3 de 3 placas, ningún botón atascado"),
                m.CheckRow(label="Luces", state="ok", hint="encendidas 1 s para mirar"),
                m.CheckRow(label="Memoria", state="ok", hint="partida guardada a las 14:32"),
                m.CheckRow(label="Ajustes", state="bad", hint="reglas/casa.toml, línea 7: falta target"),
            )
        ),
        keys=(key("1", "Seguir"), key("2", "Probar otra vez"), key("6", "Servicio")),
        fix="Corregir",
    ),
)
_add(
    "21-gin-knock-hu",
    m.Screen(
        kind="gin_knock",
        lang="hu",
        title="Gin römi · Klasszikus",
        sub="4. leosztás",
        chip=m.Chip(state="done", label="Kész"),
        band=m.Band(seat="mountain", big="Hegy kopog", small="Mindketten: terítsétek ki a lapokat, képpel felfelé"),
        body=m.Knock(
            seat="mountain",
            ring=m.Countdown(until=2.1, of=3.0),
            lines=("Kombinációk külön csoportban, a maradék lapok mellettük.",),
            strong="Maradék legfeljebb 10 pont",
            example=(meld("9H TH JH"), meld("4C 4D 4S"), loose("AS 2D", "1 + 2")),
        ),
        keys=(key("1", "Mégsem kopogok"),),
        note="amíg nincs lap az asztalon",
        fix="Javítás",
    ),
)
_add(
    "22-dixit-vote-3p-es",
    m.Screen(
        kind="zhiyan_vote",
        lang="es",
        title="Cuentacuentos",
        sub="ronda 4, tres jugadores",
        chip=m.Chip(state="done", label="5 cartas"),
        band=m.Band(
            seat="all",
            big="Sol y Montaña: pulsad tres veces",
            small="Tus dos cartas y después la que creas que es de Cabaña",
        ),
        body=m.Ballot(
            slots=slots(5),
            entered=1,
            expected=2,
            count="1 / 2",
            count_label="hecho",
            teller="hut",
            teller_note="Cabaña ha dado la pista: no pulsa",
        ),
        keys=(key("12345", in_body=True),),
        note="¿Te has equivocado? Mantén un botón 2 s. Luz fija = recibido",
        fix="Corregir",
    ),
)
_add(
    "23-fix-menu-en",
    m.Screen(
        kind="fix_menu",
        title="Gin Rummy · Fournier",
        sub="hand 4, game is waiting",
        band=m.Band(
            seat=None,
            big="What is wrong?",
            small="Any player presses a button. Nothing is changed before you confirm.",
            mark="fix",
        ),
        body=m.Choice(
            items=(
                m.ChoiceItem(key="1", title="A card is read wrong", card=cards("JD", "unsure")[0]),
                m.ChoiceItem(key="2", title="It is the turn of Sun", seat="sun"),
                m.ChoiceItem(key="3", title="The stock count"),
                m.ChoiceItem(key="4", title="The last hand: undo"),
                m.ChoiceItem(key="5", title="Void this hand"),
            ),
            aside=("Points: Sun 61, Mountain 43", "saved at 18:04"),
        ),
        keys=(key("12345", in_body=True),),
        note="Hold Fix for 5 s and press 6: service",
        fix="Leave",
    ),
)
