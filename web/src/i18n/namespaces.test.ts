import { LANGUAGES } from '@app/contract/languages'
import { expect, test } from 'vitest'
import { allNamespaces } from './all-messages.ts'

test.each(LANGUAGES)('%s has the namespaces that English has', (language) => {
  expect(Object.keys(allNamespaces[language])).toEqual(Object.keys(allNamespaces.en))
})

test('no subject is in two namespaces, where the later would hide the earlier', () => {
  const subjects = Object.values(allNamespaces.en).flatMap((namespace) => Object.keys(namespace))

  expect(subjects.filter((subject, at) => subjects.indexOf(subject) !== at)).toEqual([])
})
