// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { SuggestField, type Suggestion } from './suggest-field.tsx'

const SUGGESTIONS = [
  { value: 'mia/tide', note: 'Private' },
  { value: 'acme/ferry', note: 'Public' },
]

afterEach(cleanup)

test('what is typed filters the suggestions, and a chosen one fills the field', async () => {
  render(<Example suggestions={SUGGESTIONS} />)

  await open()
  expect(options()).toEqual(['mia/tidePrivate', 'acme/ferryPublic'])
  await type('ferr')
  expect(options()).toEqual(['acme/ferryPublic'])
  await act(async () => void fireEvent.click(screen.getByRole('option')))

  expect(field().value).toBe('acme/ferry')
})

test('anything else can be written too', async () => {
  render(<Example suggestions={SUGGESTIONS} />)

  await open()
  await type('other/thing')

  expect(field().value).toBe('other/thing')
  expect(screen.getByText('Nothing like it')).toBeTruthy()
})

test('Escape keeps what was typed', async () => {
  render(<Example suggestions={SUGGESTIONS} />)
  await type('mia')

  await act(async () => void fireEvent.keyDown(field(), { key: 'Escape' }))
  await act(async () => void fireEvent.keyDown(field(), { key: 'Escape' }))

  expect(field().value).toBe('mia')
})

test('without suggestions it is a plain field', async () => {
  render(<Example suggestions={[]} />)

  await type('mia/tide')

  expect(field().value).toBe('mia/tide')
  expect(screen.queryByRole('button')).toBeNull()
})

function Example({ suggestions }: { suggestions: Suggestion[] }) {
  const [value, setValue] = useState('')

  return (
    <SuggestField
      label="Repository"
      name="repository"
      value={value}
      onChange={setValue}
      suggestions={suggestions}
      openText="Show all"
      nothingText="Nothing like it"
    />
  )
}

const open = () =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Show all' })))

const field = () => screen.getByLabelText<HTMLInputElement>('Repository')
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const type = (value: string) =>
  act(async () => void fireEvent.change(field(), { target: { value } }))
