const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(\.\d{1,9})?)?([Zz]|[+-]\d{2}:?\d{2})?$/;

const RFC_3339 = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$/;

/**
 * An ISO 8601 date or date-time as epoch milliseconds, or undefined. A date is the start of its day; without
 * an offset both are in UTC. Fractions below a millisecond are cut; a leap second counts as the start of the
 * next minute.
 */
export function parseInstant(text: string): number | undefined {
  if (DATE.test(text)) return parseDate(text);
  const match = DATE_TIME.exec(text);
  if (match === null) return undefined;
  const [, date = '', hour = '', minute = '', second = '0', fraction = '', offset = 'Z'] = match;
  const day = parseDate(date);
  const offsetMinutes = parseOffset(offset);
  if (day === undefined || offsetMinutes === undefined) return undefined;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return undefined;
  const milliseconds = fraction === '' ? 0 : Math.trunc(Number(fraction.slice(0, 4)) * 1000 + 1e-6);
  return (
    day +
    Number(hour) * 3_600_000 +
    (Number(minute) - offsetMinutes) * 60_000 +
    Number(second) * 1000 +
    milliseconds
  );
}

/** True for a date-time of RFC 3339 (with seconds and offset): what `updatedAt` is to be. */
export function isDateTime(text: string): boolean {
  return RFC_3339.test(text) && parseInstant(text) !== undefined;
}

/** Refuses days that do not exist, which Date.UTC would carry over into the next month. */
function parseDate(text: string): number | undefined {
  const [, year = '', month = '', day = ''] = DATE.exec(text) ?? [];
  const instant = Date.parse(`${year}-${month}-${day}T00:00:00.000Z`);
  if (Number.isNaN(instant)) return undefined;
  return new Date(instant).toISOString().startsWith(text) ? instant : undefined;
}

function parseOffset(text: string): number | undefined {
  if (text === 'Z' || text === 'z') return 0;
  const hours = Number(text.slice(1, 3));
  const minutes = Number(text.slice(-2));
  if (hours > 23 || minutes > 59) return undefined;
  return (text[0] === '-' ? -1 : 1) * (hours * 60 + minutes);
}
