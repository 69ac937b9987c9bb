import { expect, test } from 'vitest'
import { EMPTY_DRAFT, inputOf, projectErrors } from './project-draft.ts'

const draft = { ...EMPTY_DRAFT, name: 'Ferry' }

test('a name is all that a project needs', () => {
  expect(projectErrors(draft)).toEqual({})
  expect(projectErrors({ ...draft, name: '  ' })).toEqual({ name: 'project.nameRequired' })
})

test('a project cannot end before it starts, but may on the same day', () => {
  const dates = { ...draft, startDate: '2026-05-02' }

  expect(projectErrors({ ...dates, endDate: '2026-05-01' })).toEqual({
    endDate: 'project.endsTooEarly',
  })
  expect(projectErrors({ ...dates, endDate: '2026-05-02' })).toEqual({})
})

test.each([
  ['acme/ferry', { owner: 'acme', name: 'ferry' }],
  [' https://github.com/acme/ferry.git ', { owner: 'acme', name: 'ferry' }],
  ['https://github.com/acme/ferry.js/', { owner: 'acme', name: 'ferry.js' }],
  ['git@github.com:acme/ferry.git', { owner: 'acme', name: 'ferry' }],
  ['ferry', null],
  ['acme/ferry/tree/main', null],
  ['', null],
])('%s is understood as a repository, or not', (repository, expected) => {
  expect(inputOf({ ...draft, repository }).repository).toEqual(expected)
})

test('what is not filled in is written as nothing', () => {
  expect(inputOf({ ...draft, name: ' Ferry ', description: ' ' })).toEqual({
    name: 'Ferry',
    description: null,
    start_date: null,
    end_date: null,
    status: 'active',
    repository: null,
  })
})
