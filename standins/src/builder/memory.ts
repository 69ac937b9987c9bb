import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Needs } from '#runtime/declaration.ts'
import { type Memory, openMemory, type Remembered } from '#runtime/memory.ts'
import { openRecordStore, type RecordStore } from '#runtime/record-store.ts'
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

type BuilderMemory = Remembered & {
  settings: Memory<Settings>
  projects: RecordStore<Project>
}

export type BuilderNeeds = Needs<BuilderMemory>

export function openBuilderMemory({ folder }: { folder: string }): BuilderMemory {
  const projectFolder = join(folder, 'projects')
  mkdirSync(projectFolder, { recursive: true, mode: 0o700 })
  const projects = openRecordStore<Project>(projectFolder)
  const settings = openMemory<Settings>(join(folder, 'settings.json'), () => ({
    layout: 'project-menu',
    language: 'en',
    navigation: 'page',
    redrawMs: 0,
    exportWay: 'blob',
    exportDelayMs: 0,
    exportFailure: null,
  }))

  return {
    settings,
    projects,
    async reset() {
      await Promise.all(projects.all().map(({ id }) => projects.remove(id)))
      await settings.reset()
    },
    async close() {
      await Promise.all([settings.close(), projects.close()])
    },
  }
}
