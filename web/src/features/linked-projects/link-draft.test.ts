import { expect, test } from 'vitest'
import { draftOf, draftOfAddress, linkErrors, rowOf, understood } from './link-draft.ts'

const DRAFT = { ...draftOf(null), name: ' Timer wall ', repository: 'mia/timer-wall' }
const HOST = 'code.test'

test('a name is enough', () => {
  expect(linkErrors({ ...DRAFT, repository: '' })).toEqual({})
  expect(linkErrors({ ...DRAFT, name: '  ' })).toEqual({ name: 'projects.form.nameRequired' })
})

test('a repository is owner and name, an address of the builder has no spaces', () => {
  expect(linkErrors({ ...DRAFT, repository: 'timer', builderAddress: 'sb1 x' })).toEqual({
    repository: 'projects.form.repositoryForm',
    builderAddress: 'projects.form.builderAddressForm',
  })
})

test('what was left empty is nothing, and the id is left to the table', () => {
  expect(rowOf(DRAFT, true, 'https://code.test')).toEqual({
    project_name: 'Timer wall',
    github_repo_owner: 'mia',
    github_repo_name: 'timer-wall',
    github_repo_url: 'https://code.test/mia/timer-wall',
    github_branch: null,
    is_private: true,
  })
})

test('a pasted address fills in all that it tells', () => {
  const pasted = 'https://code.test/mia/tide/tree/feat/moon'

  expect(understood('repository', pasted, draftOf(null), HOST)).toEqual({
    name: 'tide',
    repository: 'mia/tide',
    branch: 'feat/moon',
  })
  expect(understood('repository', 'https://bolt.new/~/sb1-abc123', draftOf(null), HOST)).toEqual({
    builderAddress: 'https://bolt.new/~/sb1-abc123',
  })
})

test('a link starts with what an address tells, and with nothing where there is none', () => {
  expect(draftOfAddress('https://code.test/mia/tide', HOST)).toEqual({
    ...draftOf(null),
    name: 'tide',
    repository: 'mia/tide',
  })
  expect(draftOfAddress('<script>', HOST)).toEqual(draftOf(null))
})

test('the name follows the repository until one is typed', () => {
  const chosen = { ...draftOf(null), ...understood('repository', 'mia/tide', draftOf(null), HOST) }
  expect(chosen.name).toBe('tide')

  expect(understood('repository', 'mia/moon', chosen, HOST)).toEqual({
    repository: 'mia/moon',
    name: 'moon',
  })
  expect(understood('repository', 'mia/moon', { ...chosen, name: 'Mine' }, HOST)).toEqual({
    repository: 'mia/moon',
  })
})
