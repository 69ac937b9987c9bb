import { expect, test } from 'vitest'
import { userText } from './user-text.ts'

test('a name stays as it is', () => {
  expect(userText('Zoë O’Neil-Łukasz 👩‍👧')).toBe('Zoë O’Neil-Łukasz 👩‍👧')
  expect(userText('ada/boat')).toBe('ada/boat')
  expect(userText('ada.lovelace+news@example.test')).toBe('ada.lovelace+news@example.test')
})

test('nothing in it can become a link', () => {
  for (const text of ['https://evil.example/x', 'www.evil.example', 'evil.example', 'a@b.c/d']) {
    expect(userText(text)).not.toMatch(/\w\.\w|:\/\/|@\w+\.\w/)
  }
})

test('it stays on one line and goes in one direction', () => {
  expect(userText('Ada\r\nBcc: all@example.test')).toMatch(/^Ada Bcc: /)
  expect(userText('\u202eliam\u2066 \u0007here\u0000')).toBe('liam here')
})

test('a novel is cut short', () => {
  expect([...userText('🚢'.repeat(5_000))]).toHaveLength(120)
})
