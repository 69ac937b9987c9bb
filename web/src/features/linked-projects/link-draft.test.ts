import { expect, test } from 'vitest'
import { draftOf, linkErrors, rowOf } from './link-draft.ts'

const DRAFT = { ...draftOf(null), name: ' Timer wall ', repository: 'mia/timer-wall' }

test('a name is enough', () => {
  expect(linkErrors({ ...DRAFT, repository: '' })).toEqual({})
  expect(linkErrors({ ...DRAFT, name: '  ' })).toEqual({ name: 'projects.form.nameRequired' })
})

test('a repository is owner and name, an id of the builder has no spaces', () => {
  expect(linkErrors({ ...DRAFT, repository: 'timer', builderId: 'sb1 x' })).toEqual({
    repository: 'projects.form.repositoryForm',
    builderId: 'projects.form.builderIdForm',
  })
})

test('what was left empty is nothing, and the id is left to the table', () => {
  expect(rowOf(DRAFT, 'https://code.test')).toEqual({
    project_name: 'Timer wall',
    github_repo_owner: 'mia',
    github_repo_name: 'timer-wall',
    github_repo_url: 'https://code.test/mia/timer-wall',
    github_branch: null,
    is_private: true,
  })
})
