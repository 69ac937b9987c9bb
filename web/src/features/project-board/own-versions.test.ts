import { expect, test } from 'vitest'
import { ownVersions } from './own-versions.ts'

const task = { id: 'sail', updated_at: '1' }

test('our own changes lead from version to version', () => {
  const versions = ownVersions()

  versions.replace(task, '2')
  versions.replace({ ...task, updated_at: '2' }, '3')

  expect(versions.newest(task)).toEqual({ id: 'sail', updated_at: '3' })
})

test('a version that somebody else has made is taken as it is', () => {
  const versions = ownVersions()

  versions.replace(task, '2')

  expect(versions.newest({ id: 'sail', updated_at: '7' }).updated_at).toBe('7')
  expect(versions.newest({ id: 'row', updated_at: '1' }).updated_at).toBe('1')
})
