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

export const EXPORT_FAILURES = ['error', 'silent', 'damaged', 'empty', 'no-zip'] as const

/** How the builder behaves today. */
export type Settings = {
  layout: Layout
  exportDelayMs: number
  exportFailure: (typeof EXPORT_FAILURES)[number] | null
  importDelayMs: number
  /** Whether the address of a branch can be imported; people reported that it cannot. */
  importsBranches: boolean
}

export type BuilderMemory = Remembered & {
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
    exportDelayMs: 0,
    exportFailure: null,
    importDelayMs: 0,
    importsBranches: false,
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
