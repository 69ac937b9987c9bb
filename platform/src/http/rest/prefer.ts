import type { Preferences } from '#data-api/request/preferences.ts'
import { rememberTexts } from './remember-texts.ts'

const CHOICES = {
  return: ['representation', 'minimal', 'headers-only'],
  count: ['exact', 'planned', 'estimated'],
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  tx: ['commit', 'rollback'],
  handling: ['strict', 'lenient'],
} as const

type ChoiceName = keyof typeof CHOICES

/** Parses a Prefer header. The first valid value of each kind is used. */
export const readPreferences = rememberTexts((header): Preferences => {
  const preferences: Preferences & { unknown: string[] } = { unknown: [] }

  for (const part of header.split(',')) {
    const text = part.trim()
    if (text === '') continue
    const equals = text.indexOf('=')
    const name = text.slice(0, Math.max(equals, 0))
    const value = text.slice(equals + 1)

    if (name === 'timezone') preferences.timezone ??= value
    else if (name === 'max-affected') {
      if (/^-?\d+$/.test(value)) preferences.maxAffected ??= Number(value)
    } else if (isChoice(name, value)) {
      Object.assign(preferences, { [name]: preferences[name] ?? value })
    } else preferences.unknown.push(text)
  }
  return preferences
})

const isChoice = (name: string, value: string): name is ChoiceName =>
  name in CHOICES && (CHOICES[name as ChoiceName] as readonly string[]).includes(value)

const ECHO_ORDER = [
  ['resolution', 'resolution'],
  ['missing', 'missing'],
  ['return', 'return'],
  ['count', 'count'],
  ['tx', 'tx'],
  ['handling', 'handling'],
  ['timezone', 'timezone'],
  ['maxAffected', 'max-affected'],
] as const

/** Whether it contains only unknown preferences. */
function isEmpty(preferences: Preferences): boolean {
  for (const name in preferences) if (name !== 'unknown') return false
  return true
}

export type Honoured = readonly (keyof Omit<Preferences, 'unknown'>)[]

/** The preferences that were applied, for `Preference-Applied`. */
export function appliedPreferences(
  preferences: Preferences,
  honoured: Honoured,
): string | undefined {
  if (isEmpty(preferences)) return undefined
  let applied: string | undefined
  for (const [key, name] of ECHO_ORDER) {
    const value = preferences[key]
    if (value === undefined || !honoured.includes(key)) continue
    if (key === 'maxAffected' && preferences.handling !== 'strict') continue
    applied = applied === undefined ? `${name}=${value}` : `${applied}, ${name}=${value}`
  }

  return applied
}
