import { expect, test } from 'vitest'
import { mappingLines, readMapping } from './mapping-lines.ts'

test('a mapping is written as lines and read back the same', () => {
  const mapping = {
    unit: { names: ['department', 'ou'], isList: false, fallback: 'None at all' },
    groups: { names: ['http://schemas.example/groups?x=1'], isList: true, fallback: ['none'] },
    number: { names: [], isList: false, fallback: '7' },
    plain: { names: ['mail'], isList: false, fallback: null },
  }

  const lines = mappingLines(mapping)

  expect(lines).toBe(
    [
      'unit = department, ou ?? None at all',
      'groups[] = http://schemas.example/groups?x=1 ?? ["none"]',
      'number =  ?? "7"',
      'plain = mail',
    ].join('\n'),
  )
  expect(readMapping(lines)).toEqual({ mapping, wrong: null })
})

test('empty lines are skipped, and the first line that says nothing is named', () => {
  expect(readMapping('\n \n')).toEqual({ mapping: {}, wrong: null })
  expect(readMapping('unit = department\n groups ').wrong).toBe('groups')
  expect(readMapping('unit =').wrong).toBe('unit =')
  expect(readMapping('= department').wrong).toBe('= department')
})
