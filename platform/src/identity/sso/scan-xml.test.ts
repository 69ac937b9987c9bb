import { describe, expect, test } from 'vitest'
import { readXml } from './read-xml.ts'
import { scanXml, type XmlSource } from './scan-xml.ts'

const LIMITS = { depth: 64, tags: 2000, attributes: 64 }

test('elements, attributes, text and namespaces are read', () => {
  const read = readXml(
    `<?xml version="1.0"?>\n<a:r xmlns:a="urn:a" xmlns="urn:b"><!-- no --><s t='1 &lt; 2'>x&amp;<!---->&#x79;</s><e/></a:r>\n`,
    LIMITS,
  )

  expect(read).toMatchObject({
    namespace: 'urn:a',
    name: 'r',
    children: [
      { namespace: 'urn:b', name: 's', text: 'x&y', attributes: new Map([['t', '1 < 2']]) },
      { namespace: 'urn:b', name: 'e', children: [] },
    ],
  })
})

describe('refused', () => {
  test.each([
    ['a DOCTYPE', '<!DOCTYPE r><r/>'],
    ['an entity declaration', '<!DOCTYPE r [<!ENTITY a "b">]><r>&a;</r>'],
    ['an unknown entity', '<r>&a;</r>'],
    ['a bare ampersand', '<r>a & b</r>'],
    ['a reference to nothing', '<r>&#0;</r>'],
    ['CDATA', '<r><![CDATA[x]]></r>'],
    ['a processing instruction', '<r><?php x?></r>'],
    ['a style sheet before the root', '<?xml-stylesheet href="x"?><r/>'],
    ['a second root', '<r/><r/>'],
    ['text after the root', '<r/>x'],
    ['nothing', ' '],
    ['an open end', '<r><a></a>'],
    ['tags that cross', '<r><a></r></a>'],
    ['an end without start', '</r>'],
    ['an unquoted attribute', '<r a=b/>'],
    ['an attribute without value', '<r a/>'],
    ['an attribute twice', '<r a="1" a="2"/>'],
    ['attributes without a space', '<r a="1"b="2"/>'],
    ['a tag in an attribute', '<r a="<b>"/>'],
    ['an undeclared prefix', '<x:r/>'],
    ['two colons', '<x:y:r xmlns:x="urn:x"/>'],
    ['a control character', '<r>\u0001</r>'],
    ['an unfinished comment', '<r><!-- </r>'],
    ['an unfinished tag', '<r a="1"'],
    ['depth 65', `${'<r>'.repeat(65)}${'</r>'.repeat(65)}`],
    ['2,001 elements', `<r>${'<a/>'.repeat(2000)}</r>`],
    ['65 attributes', `<r ${Array.from({ length: 65 }, (_, i) => `a${i}=""`).join(' ')}/>`],
  ])('%s', (_name, text) => {
    expect(() => readXml(text, LIMITS)).toThrow()
  })
})

test.each([
  ['depth 64', `${'<r>'.repeat(64)}${'</r>'.repeat(64)}`],
  ['2,000 elements', `<r>${'<a/>'.repeat(1999)}</r>`],
  ['64 attributes', `<r ${Array.from({ length: 64 }, (_, i) => `a${i}=""`).join(' ')}/>`],
])('%s are within the limits', (_name, text) => {
  expect(readXml(text, LIMITS).name).toBe('r')
})

test.each([
  ['nested tags', '<r>'.repeat(40_000)],
  ['attributes', `<r ${'a="" '.repeat(25_000)}`],
  ['unfinished comments', `<r>${'<!--'.repeat(30_000)}`],
  ['dashes', `<r><!--${'->'.repeat(60_000)}`],
  ['entities', `<r>${'&amp;'.repeat(25_000)}`],
  ['one long text', `<r>${'x'.repeat(128_000)}`],
  ['one long attribute', `<r a="${'x'.repeat(128_000)}`],
  ['spaces', `<r${' '.repeat(128_000)}`],
])('hostile input costs a few reads for each character: %s', (_name, text) => {
  const counted = countingSource(text)

  expect(() => scanXml(counted.source, LIMITS, noHandler)).toThrow()

  expect(counted.reads()).toBeLessThan(6 * text.length)
})

const noHandler = { open() {}, text() {}, close() {} }

function countingSource(text: string) {
  let reads = 0
  const source: XmlSource = {
    length: text.length,
    charCodeAt: (at) => {
      reads++
      return text.charCodeAt(at)
    },
    slice: (from = 0, to = text.length) => {
      reads += to - from
      return text.slice(from, to)
    },
  }

  return { source, reads: () => reads }
}
