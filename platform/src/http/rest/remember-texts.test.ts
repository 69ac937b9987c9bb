import { expect, test } from 'vitest'
import { rememberTexts } from './remember-texts.ts'

test('what texts mean is kept for so many characters, however many texts they are', () => {
  const read: string[] = []
  const meaningOf = rememberTexts((text) => read.push(text))

  for (let i = 0; i < 100; i++) meaningOf(`few ${i}`)
  meaningOf('few 0')
  expect(read).toHaveLength(100)

  for (let i = 0; i < 200; i++) meaningOf(`${i}`.padEnd(2000, '.'))
  meaningOf('few 0')
  expect(read).toHaveLength(301)
})

test('a very long text is read every time', () => {
  const read: string[] = []
  const meaningOf = rememberTexts((text) => read.push(text))

  meaningOf('x'.repeat(2001))
  meaningOf('x'.repeat(2001))

  expect(read).toHaveLength(2)
})
