import { expect, test } from 'vitest'
import { filterOf, USER_FILTERS, type UserFilters } from './admin-users.ts'

const NONE = Object.fromEntries(
  Object.entries(USER_FILTERS).map(([name, [first]]) => [name, first]),
) as UserFilters

// In Madrid it is the next day already.
const LATE = new Date('2026-03-01T23:30:00Z')

test('filters that are not chosen are not sent', () => {
  expect(filterOf('', NONE, LATE)).toEqual({ sort: 'created' })
})

test('days are those of UTC, today included', () => {
  expect(filterOf('', { ...NONE, created: '1' }, LATE).createdFrom).toBe('2026-03-01T00:00:00.000Z')
  expect(filterOf('', { ...NONE, created: '7' }, LATE).createdFrom).toBe('2026-02-23T00:00:00.000Z')
})

test('all others are sent as the server knows them', () => {
  const filters: UserFilters = {
    ...NONE,
    role: 'admin',
    status: 'banned',
    plan: 'pro',
    way: 'github',
    factor: 'without',
    sort: 'email',
  }

  expect(filterOf('nora', filters, LATE)).toEqual({
    q: 'nora',
    role: 'admin',
    status: 'banned',
    plan: 'pro',
    way: 'github',
    hasFactor: false,
    sort: 'email',
  })
})
