import { expect, test } from 'vitest'
import { allWords } from './whole-library.ts'

/** Sentences that read the same in both languages. Everything else that does was forgotten. */
const SAME_IN_BOTH = [
  'dashboard.github.title',
  'dashboard.extension.plan',
  'dashboard.extension.github',
  'dashboard.activity.commits',
  'github.tab',
  'githubDemo.took',
  'projects.openGithub',
  'projects.openBuilder',
  'common.error',
  'footer.store',
  'footer.chat',
  'footer.rights',
]

const english = leaves(allWords.en)
const spanish = leaves(allWords.es)

test('both languages have the same keys', () => {
  expect([...spanish.keys()].sort()).toEqual([...english.keys()].sort())
})

test('both languages have the same placeholders', () => {
  expect(placeholders(spanish)).toEqual(placeholders(english))
})

test('no sentence is empty', () => {
  const empty = [...english, ...spanish].filter(([, text]) => text.trim() === '')

  expect(empty).toEqual([])
})

test('no sentence was left untranslated', () => {
  const same = [...english].filter(([key, text]) => spanish.get(key) === text)

  expect(same.map(([key]) => key)).toEqual(SAME_IN_BOTH)
})

function leaves(tree: object, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([step, value]: [string, string | object]) =>
      typeof value === 'string'
        ? [[prefix + step, value] as const]
        : [...leaves(value, `${prefix}${step}.`)],
    ),
  )
}

function placeholders(texts: Map<string, string>): Record<string, string[]> {
  return Object.fromEntries(
    [...texts].map(([key, text]) => [key, (text.match(/\{\w+\}/g) ?? []).sort()]),
  )
}
