// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { inExampleApp } from '#i18n/example-app.tsx'
import { DayChart } from './chart-card.tsx'

afterEach(cleanup)

test('one day with a value is too little for a chart, and says so', async () => {
  show([null, 3])

  expect(await screen.findByText('Not enough data')).toBeDefined()
  expect(document.querySelector('figure svg')).toBeNull()
})

test('the axis of a chart begins at 0 and ends above the highest value', async () => {
  show([2, 3])

  expect(await screen.findByText('0')).toBeDefined()
  expect(screen.getByText('4')).toBeDefined()
  expect(screen.queryByText('Not enough data')).toBeNull()
})

const show = (points: (number | null)[]) =>
  render(
    inExampleApp(
      <DayChart
        title="Pushes"
        sentence="5 in two days."
        days={['2026-05-19', '2026-05-20']}
        plots={[{ kind: 'bars', number: String, lines: [{ name: 'Good', points }] }]}
      />,
    ),
  )
