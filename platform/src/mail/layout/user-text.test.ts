import { expect, test } from 'vitest'
import { peoplesWords } from './user-text.ts'

test('a name stays as it is', () => {
  expect(peoplesWords('Zoë O’Neil-Łukasz 👩‍👧')).toBe('Zoë O’Neil-Łukasz 👩‍👧')
  expect(peoplesWords('ada/boat')).toBe('ada/boat')
  expect(peoplesWords('ada.lovelace+news@example.test')).toBe('ada.lovelace+news@example.test')
})

test('nothing in it can become a link', () => {
  for (const text of ['https://evil.example/x', 'www.evil.example', 'evil.example', 'a@b.c/d']) {
    expect(peoplesWords(text)).not.toMatch(/\w\.\w|:\/\/|@\w+\.\w/)
  }
})

test('it stays on one line and goes in one direction', () => {
  expect(peoplesWords('Ada\r\nBcc: all@example.test')).toMatch(/^Ada Bcc: /)
  expect(peoplesWords('\u202eliam\u2066 \u0007here\u0000')).toBe('liam here')
})

test('a novel is cut short', () => {
  expect([...peoplesWords('🚢'.repeat(5_000))]).toHaveLength(120)
})
