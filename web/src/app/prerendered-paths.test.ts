import { expect, test } from 'vitest'
import type { Page } from './page.ts'
import { prerenderedPathsOf } from './prerendered-paths.ts'

test('every page that is sent whole is known by its address, wherever it stands in the table', () => {
  const routes = [
    {
      children: [
        { path: '/', handle: page({ boot: 'on-use' }) },
        { path: '/login', handle: page({ boot: 'on-use' }) },
        { path: '/dashboard', handle: page({ boot: 'shell' }) },
        { path: '*', handle: page({ status: 404 }) },
      ],
    },
  ]

  expect(prerenderedPathsOf(routes)).toEqual(['/', '/login'])
})

function page(some: Partial<Page>): Page {
  return {
    status: 200,
    boot: 'on-use',
    title: () => '',
    description: () => '',
    namespaces: [],
    ...some,
  }
}
