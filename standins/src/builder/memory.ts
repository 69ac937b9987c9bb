import type { Needs } from '#runtime/declaration.ts'
import type { Place } from '#runtime/place.ts'
import type { Project } from './project.ts'

/** Where the page puts its export: three known arrangements, an unknown one, and one without words. */
export const LAYOUTS = [
  'export-button',
  'status-menu',
  'project-menu',
  'moved',
  'wordless',
] as const
export type Layout = (typeof LAYOUTS)[number]

export const EXPORT_FAILURES = ['error', 'silent', 'damaged', 'empty', 'no-zip', 'huge'] as const

/** How the page hands the ZIP over: by a Blob of its own or of a worker, a plain link, or the browser's file dialog. */
export const EXPORT_WAYS = ['blob', 'link', 'picker', 'worker'] as const

/** How the page goes to another project: by a new page, or by script. */
export const NAVIGATIONS = ['page', 'script'] as const

export const LANGUAGES = ['en', 'es'] as const

/** How the builder behaves today. */
export type Settings = {
  layout: Layout
  language: (typeof LANGUAGES)[number]
  navigation: (typeof NAVIGATIONS)[number]
  /** So often the header is replaced by a new one; 0: never. */
  redrawMs: number
  exportWay: (typeof EXPORT_WAYS)[number]
  exportDelayMs: number
  exportFailure: (typeof EXPORT_FAILURES)[number] | null
}

export type BuilderNeeds = Needs<ReturnType<typeof openBuilderMemory>>

export const openBuilderMemory = (place: Place) => ({
  projects: place.openRecords<Project>('projects'),
  settings: place.open<Settings>('settings.json', () => ({
    layout: 'project-menu',
    language: 'en',
    navigation: 'page',
    redrawMs: 0,
    exportWay: 'blob',
    exportDelayMs: 0,
    exportFailure: null,
  })),
})
