import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { THEME_COLORS } from './theme.ts'

test('the browser around the page has the colour of the canvas', () => {
  const tokens = readFileSync(new URL('../../../ui/src/tokens.css', import.meta.url), 'utf8')

  const canvas = /--canvas: light-dark\((#\w+), (#\w+)\)/.exec(tokens)

  expect(canvas?.slice(1)).toEqual([THEME_COLORS.light, THEME_COLORS.dark])
})
