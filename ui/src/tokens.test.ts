import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const TOKENS = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const SURFACES = ['canvas', 'surface', 'sunken']
const TEXTS = [
  'ink',
  'ink-soft',
  'ink-faint',
  'accent',
  'accent-strong',
  'positive',
  'danger',
  'notice',
]
const LEGIBLE = 4.5
/** For what is no text. */
const VISIBLE = 3

test.each(['light', 'dark'] as const)(
  'every text is legible on every surface in the %s theme',
  (theme) => {
    const pale = SURFACES.flatMap((surface) =>
      TEXTS.map((text) => ({ surface, text, contrast: contrast(theme, text, surface) })),
    ).filter((pair) => pair.contrast < LEGIBLE)

    expect(pale).toEqual([])
  },
)

test.each(['light', 'dark'] as const)(
  'a state is legible on its own tint, and so is plain text, in the %s theme',
  (theme) => {
    const pale = ['accent', 'positive', 'danger', 'notice']
      .flatMap((state) =>
        [state, 'ink', 'ink-soft'].map((text) => ({ text, tint: `${state}-tint` })),
      )
      .filter(({ text, tint }) => contrast(theme, text, tint) < LEGIBLE)

    expect(pale).toEqual([])
  },
)

test.each(['light', 'dark'] as const)(
  'the edge of a control stands out from every surface in the %s theme',
  (theme) => {
    const faint = SURFACES.filter((surface) => contrast(theme, 'line-control', surface) < VISIBLE)

    expect(faint).toEqual([])
  },
)

test.each(['light', 'dark'] as const)(
  'the words on an action are legible in the %s theme',
  (theme) => {
    expect(contrast(theme, 'on-accent', 'accent')).toBeGreaterThanOrEqual(LEGIBLE)
    expect(contrast(theme, 'on-accent', 'accent-strong')).toBeGreaterThanOrEqual(LEGIBLE)
    expect(contrast(theme, 'on-danger', 'danger')).toBeGreaterThanOrEqual(LEGIBLE)
  },
)

function contrast(theme: 'light' | 'dark', one: string, other: string): number {
  const [dim = 0, bright = 0] = [luminance(theme, one), luminance(theme, other)].sort()

  return (bright + 0.05) / (dim + 0.05)
}

/** Relative luminance as WCAG defines it. */
function luminance(theme: 'light' | 'dark', token: string): number {
  const [red = 0, green = 0, blue = 0] = (hexOf(theme, token).match(/\w\w/g) ?? [])
    .map((channel) => Number.parseInt(channel, 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))

  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function hexOf(theme: 'light' | 'dark', token: string): string {
  const pair = new RegExp(`--${token}: light-dark\\(#(\\w{6}), #(\\w{6})\\)`).exec(TOKENS)
  const hex = pair?.[theme === 'light' ? 1 : 2]

  if (!hex) throw new Error(`no token ${token}`)
  return hex
}
