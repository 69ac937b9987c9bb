import { expect, test } from 'vitest'
import { isNarrowed, readList, writeList } from './list-address.ts'

const CHOICES = { status: ['open', 'all', 'closed'], type: ['any', 'general'] } as const

const SORTED = { sort: ['created', 'email'] } as const

const read = (query: string) => readList(new URLSearchParams(query), CHOICES)

test('an address without a state is the first page of the first filters', () => {
  expect(read('')).toEqual({
    words: '',
    filters: { status: 'open', type: 'any' },
    after: '',
    open: '',
    view: '',
  })
})

test('what is written is read again', () => {
  const query = '?q=white+page&status=all&after=2026-01-02_7&open=9&view=billing'

  expect(writeList(read(query), CHOICES, {})).toBe(query)
})

test('a filter that does not exist counts as the first', () => {
  expect(read('status=sunk').filters.status).toBe('open')
})

test('another filter leads to the first page, with nothing open', () => {
  const state = read('status=all&after=2026-01-02_7&open=9')

  expect(writeList(state, CHOICES, { filters: { type: 'general' } })).toBe(
    '?status=all&type=general',
  )
})

test('opening an item keeps the page', () => {
  expect(writeList(read('after=7'), CHOICES, { open: '9' })).toBe('?after=7&open=9')
})

test('the part that is shown stays from item to item, and goes with the last one', () => {
  expect(writeList(read('open=9&view=billing'), CHOICES, { open: '8' })).toBe(
    '?open=8&view=billing',
  )
  expect(writeList(read('open=9&view=billing'), CHOICES, { open: '' })).toBe('?')
})

test('only other filters or words narrow a list, not its page or its order', () => {
  expect(isNarrowed(read('after=7&open=9'), CHOICES)).toBe(false)
  expect(isNarrowed(readList(new URLSearchParams('sort=email'), SORTED), SORTED)).toBe(false)
  expect(isNarrowed(read('q=page'), CHOICES)).toBe(true)
  expect(isNarrowed(read('status=all'), CHOICES)).toBe(true)
})

test('a filter of words takes any text, and the tab that holds the list stays', () => {
  const choices = { actor: 'text' } as const
  const state = readList(new URLSearchParams('tab=audit&actor=+ada+&after=7'), choices)

  expect(state.filters.actor).toBe('ada')
  expect(isNarrowed(state, choices)).toBe(true)
  expect(writeList(state, choices, { filters: { actor: 'eve' } }, 'audit')).toBe(
    '?tab=audit&actor=eve',
  )
  expect(writeList(state, choices, { filters: { actor: '' } }, 'audit')).toBe('?tab=audit')
})
