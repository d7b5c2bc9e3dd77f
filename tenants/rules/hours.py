"""Opening hours in the tenant's own time: whether it is open, when it opens next, and when so much work is done."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from tenants.validators import DAYS, HOURS

# Past a fortnight of holidays.
LOOKS_AHEAD = 22


@dataclass(frozen=True, slots=True)
class Period:
    """From opening to closing; what closes after midnight closes on the next day."""

    opens: datetime
    closes: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Hours:
    """The week of a business. Without any hours nothing is known, and it counts as always open."""

    by_day: Mapping[str, str]
    zone: ZoneInfo
    holidays: Mapping[str, str] = field(default_factory=dict)
    """Hours of days that are not as their weekday is, by 2026-12-25, or by 12-25 for every year."""

    @property
    def is_known(self) -> bool:
        return any(HOURS.match(hours) for hours in self.by_day.values())

    def local(self, moment: datetime) -> datetime:
        return moment.astimezone(self.zone)

    def on(self, day: date) -> Period | None:
        """When it is open on a day; None when it is closed."""
        usual = self.by_day.get(DAYS[day.weekday()], "")
        every_year = self.holidays.get(f"{day:%m-%d}", usual)
        written = self.holidays.get(day.isoformat(), every_year)
        if not HOURS.match(written):
            return None
        opens, closes = (self._at(day, text) for text in written.split("-"))
        return Period(opens, closes if closes > opens else closes + timedelta(days=1))

    def open_period(self, moment: datetime) -> Period | None:
        """The period that is running; one that began yesterday may."""
        today = self.local(moment).date()
        periods = (self.on(today - timedelta(days=1)), self.on(today))
        return next((each for each in periods if each and each.opens <= moment < each.closes), None)

    def next_period(self, moment: datetime) -> Period | None:
        """The next one to begin, within three weeks."""
        today = self.local(moment).date()
        coming = (self.on(today + timedelta(days=ahead)) for ahead in range(LOOKS_AHEAD))
        return next((each for each in coming if each and each.opens > moment), None)

    def after(self, moment: datetime, work: timedelta) -> datetime:
        """The moment at which so much time will have passed while the business was open."""
        if not self.is_known:
            return self.local(moment + work)
        at = moment
        for _ in range(LOOKS_AHEAD * 52):
            period = self.open_period(at) or self.next_period(at)
            if period is None:
                break
            at = max(at, period.opens)
            if at + work <= period.closes:
                return self.local(at + work)
            work -= period.closes - at
            at = period.closes
        return self.local(at + work)

    def _at(self, day: date, text: str) -> datetime:
        hours, minutes = map(int, text.split(":"))
        midnight = datetime.combine(day, time(), self.zone)
        return datetime.combine(day, time(hours, minutes), self.zone) if hours < 24 else midnight + timedelta(days=1)
