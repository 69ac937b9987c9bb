import * as z from 'zod/mini'

/** ISO allows a year 0 and offsets of a whole day, which PostgreSQL does not support. */
const isKnownToSql = (text: string) => !/^0000|[+-](?:1[6-9]|2\d):?\d\d$/.test(text)

const knownToSql = z.refine<string>(isKnownToSql, { error: 'Invalid time' })

/** A time that PostgreSQL can store, including microseconds. */
export const time = z.iso.datetime({ offset: true }).check(knownToSql)

export const day = z.iso.date().check(knownToSql)

const SQL_TIME =
  /^(?<day>\d{4,6}-\d\d-\d\d) (?<hour>\d\d):[0-5]\d:[0-5]\d(?:\.\d{1,6})?[+-](?:0\d|1[0-5])(?::[0-5]\d)?$/

/** A time in PostgreSQL's format, such as a list's cursor. */
export function isSqlTime(text: string): boolean {
  const { day: date = '', hour = '' } = SQL_TIME.exec(text)?.groups ?? {}

  return text === 'infinity' || (Number(hour) < 24 && isDay(date))
}

function isDay(date: string): boolean {
  const [year = 0, month = 0, dayOfMonth = 0] = date.split('-').map(Number)
  const found = new Date(Date.UTC(2000, month - 1, dayOfMonth))
  found.setUTCFullYear(year, month - 1, dayOfMonth)

  return (
    year >= 1 &&
    year <= 9999 &&
    found.getUTCMonth() === month - 1 &&
    found.getUTCDate() === dayOfMonth
  )
}
