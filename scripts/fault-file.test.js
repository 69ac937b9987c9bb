import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { changeText, parseFault, readFaults } from './fault-file.js'
import { root } from './root.js'

const FAULT = `A lock is left out.
test: server rules | server/src/a.test.ts | two at once

--- server/src/a.ts
   before()
-  lock()
+  go()
@@
-  unlock()
--- server/src/b.ts
+import '#late.ts'
 last()
`

test('a fault names its tests and what it changes', () => {
  expect(parseFault('server/a', FAULT)).toEqual({
    name: 'server/a',
    sentence: 'A lock is left out.',
    tests: [{ project: 'server rules', file: 'server/src/a.test.ts', title: 'two at once' }],
    changes: [
      { file: 'server/src/a.ts', find: '  before()\n  lock()\n', replace: '  before()\n  go()\n' },
      { file: 'server/src/a.ts', find: '  unlock()\n', replace: '' },
      { file: 'server/src/b.ts', find: 'last()\n', replace: "import '#late.ts'\nlast()\n" },
    ],
  })
})

test.each([
  ['no sentence', FAULT.replace('A lock is left out.\n', '')],
  ['no title', FAULT.replace(' | two at once', '')],
  ['no change', FAULT.slice(0, FAULT.indexOf('---'))],
  ['a line of neither side', FAULT.replace('-  lock', 'lock')],
])('a fault with %s is refused', (_what, text) => {
  expect(() => parseFault('server/a', text)).toThrow('faults/server/a.fault')
})

test('whole lines are replaced, whatever signs are in them', () => {
  const change = { file: 'a.ts', find: 'a\n', replace: '$&$1\n' }

  expect(changeText('ba\na\naa\n', change)).toBe('ba\n$&$1\naa\n')
})

test.each(['b\n', 'a\na\n'])('a change that does not fit exactly once is refused: %j', (text) => {
  expect(() => changeText(text, { file: 'a.ts', find: 'a\n', replace: '' })).toThrow('a.ts has')
})

test('every fault fits the code as it is, and names tests that exist', () => {
  const wrong = readFaults().flatMap(({ name, changes, tests }) => [
    ...changes.flatMap((change) => {
      try {
        changeText(readFileSync(join(root, change.file), 'utf8'), change)
        return []
      } catch (error) {
        return [`${name}: ${error.message}`]
      }
    }),
    ...tests.flatMap(({ file }) => (existsSync(join(root, file)) ? [] : [`${name}: no ${file}`])),
  ])

  expect(wrong).toEqual([])
})
