import { expect, test } from 'vitest'
import type { Guide } from './guide.ts'
import { partsOf, searchGuides } from './search-guides.ts'

const GUIDE: Guide = {
  title: ['Crear un token'],
  blocks: [
    { kind: 'paragraph', text: ['Antes de ', { kind: 'strong', text: ['empezar'] }] },
    { kind: 'heading', level: 2, id: 'scopes', text: ['Ámbitos'] },
    { kind: 'list', isOrdered: false, items: [[{ kind: 'paragraph', text: ['delete_repo'] }]] },
    { kind: 'heading', level: 2, id: 'expiry', text: ['Caducidad'] },
    { kind: 'paragraph', text: ['Los ámbitos no caducan.'] },
  ],
}

test('a guide is split at its headings, with the anchor of each', () => {
  expect(partsOf('/docs/token', GUIDE)).toEqual([
    { address: '/docs/token', guide: 'Crear un token', heading: null, text: 'Antes de empezar' },
    {
      address: '/docs/token#scopes',
      guide: 'Crear un token',
      heading: 'Ámbitos',
      text: 'delete_repo',
    },
    {
      address: '/docs/token#expiry',
      guide: 'Crear un token',
      heading: 'Caducidad',
      text: 'Los ámbitos no caducan.',
    },
  ])
})

test('every word has to be there, without regard to case and accents, and headings come first', () => {
  const parts = partsOf('/docs/token', GUIDE)

  const found = searchGuides(parts, 'AMBITOS token')

  expect(found.map(({ address }) => address)).toEqual(['/docs/token#scopes', '/docs/token#expiry'])
  expect(searchGuides(parts, 'ámbitos factura')).toEqual([])
  expect(searchGuides(parts, '  ')).toEqual([])
})
