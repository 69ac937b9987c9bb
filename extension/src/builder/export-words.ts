import type { ExportHints, FromBuilder } from '#messages/messages.ts'
import { EXPORT_WORDS, type ExportWords } from './press-export.ts'

/** Those of this version, and those that our site has learned since. */
export async function exportWords(): Promise<ExportWords> {
  const hints = await askHints()

  return {
    download: [...EXPORT_WORDS.download, ...(hints?.download ?? [])],
    export: [...EXPORT_WORDS.export, ...(hints?.export ?? [])],
  }
}

/** Null where nobody answers: the extension was updated or removed, and this script outlived it. */
async function askHints(): Promise<ExportHints | null> {
  const message: FromBuilder = { kind: 'exportHints' }

  return chrome.runtime.sendMessage(message).catch(() => null)
}
