import { expect, test } from 'vitest'
import { beginsLike } from './sniff.ts'

const PNG = bytes('89504e470d0a1a0a0000000d49484452')
const JPEG = bytes('ffd8ffe000104a464946000101')
const GIF = Buffer.from('GIF89a,and more')
const WEBP = Buffer.concat([Buffer.from('RIFF'), bytes('0a0d0000'), Buffer.from('WEBPVP8 ')])

test('each kind of picture is known by its first bytes', () => {
  expect(beginsLike('image/png', PNG)).toBe(true)
  expect(beginsLike('image/jpeg; q=1', JPEG)).toBe(true)
  expect(beginsLike('image/gif', GIF)).toBe(true)
  expect(beginsLike('image/webp', WEBP)).toBe(true)
})

test('a picture under another picture’s name is refused, and so is anything else', () => {
  expect(beginsLike('image/png', JPEG)).toBe(false)
  expect(beginsLike('image/png', Buffer.from('<script>alert(1)</script>'))).toBe(false)
  expect(beginsLike('image/png', Buffer.from('#!/bin/sh'))).toBe(false)
  expect(beginsLike('image/svg+xml', Buffer.from('<svg onload="alert(1)"/>'))).toBe(false)
  expect(beginsLike('image/png', Buffer.alloc(0))).toBe(false)
})

function bytes(hex: string) {
  return Buffer.from(hex, 'hex')
}
