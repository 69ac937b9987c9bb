import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { BrandMark } from './brand-mark.tsx'

test('the favicon shows the same drawing as the pages', () => {
  const favicon = readFileSync(new URL('../../../public/favicon.svg', import.meta.url), 'utf8')

  const drawn = renderToStaticMarkup(<BrandMark className="size-7" />)

  expect(shapes(favicon)).toEqual(shapes(drawn))
})

function shapes(svg: string): string[] {
  return [...svg.matchAll(/ (?:d|cx|cy|r|rx)="[^"]+"/g)].map(([attribute]) => attribute)
}
