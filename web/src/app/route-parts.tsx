import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { PageSkeleton } from '#features/site/page-skeleton.tsx'
import { loadNamespaces, type MessageKey } from '#i18n/messages.ts'
import type { Namespace } from '#i18n/namespaces.ts'
import { onDemandInPlace } from '#on-demand/in-place.tsx'
import { type Page, page } from './page.ts'

export function screen(
  path: string,
  handle: Page,
  load: () => Promise<ComponentType>,
): RouteObject {
  return {
    path,
    handle,
    lazy: async () => {
      const [Component] = await Promise.all([load(), loadNamespaces(handle.namespaces)])
      return { Component }
    },
  }
}

/** A page whose code and texts are requested only after its guard admits the member. */
export function guarded(
  path: string,
  handle: Page,
  load: () => Promise<ComponentType>,
  ...children: RouteObject[]
): RouteObject {
  const Component = onDemandInPlace(
    async () => {
      const [Screen] = await Promise.all([load(), loadNamespaces(handle.namespaces)])
      return Screen
    },
    <PageSkeleton />,
  )

  return { path, handle, Component, children }
}

/** Its title is read before the guard decides, so it uses texts that every page has. */
export function adminPage(description: MessageKey, namespaces: readonly Namespace[]): Page {
  return {
    ...page('shell', 'header.admin', description, namespaces),
    isGuarded: true,
    title: (t, { siteName }) => `${t('header.admin')} · ${siteName}`,
  }
}

/** One page with several paths. */
export function screens(
  addresses: string[],
  handle: Page,
  load: () => Promise<ComponentType>,
): RouteObject[] {
  return addresses.map((path) => screen(path, handle, load))
}

/** Routes with data load the query cache; public pages never download it. */
export function withData(...children: RouteObject[]): RouteObject {
  return {
    lazy: async () => ({ Component: (await import('./query-area.tsx')).QueryArea }),
    children,
  }
}
