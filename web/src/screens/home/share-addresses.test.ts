import { expect, test } from 'vitest'
import { shareAddresses } from './share-addresses.ts'

test('every place is given the page and the words, whatever signs they hold', () => {
  const { x, linkedin, reddit, email } = shareAddresses({
    url: 'https://gitferry.test',
    words: 'Here & there?',
  })

  expect(new URL(x).searchParams.get('url')).toBe('https://gitferry.test')
  expect(new URL(linkedin).searchParams.get('url')).toBe('https://gitferry.test')
  expect(new URL(reddit).searchParams.get('title')).toBe('Here & there?')
  expect(email).toBe('mailto:?subject=Here%20%26%20there%3F&body=https%3A%2F%2Fgitferry.test')
})
