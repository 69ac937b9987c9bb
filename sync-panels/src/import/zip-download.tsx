import type { Progress as Reading } from '@app/sync/progress'
import { SyncError } from '@app/sync/sync-error'
import type { Target } from '@app/sync/target'
import { Button } from '@app/ui/button.tsx'
import { Progress } from '@app/ui/progress.tsx'
import { useState } from 'react'
import { useSurroundings } from '#surroundings.tsx'
import { usePanelTexts } from '#words/use-panel-texts.ts'
import type { ImportService } from './import-service.ts'

/** Downloads the branch as a ZIP file, which stays private. */
export function useZip(service: ImportService, target: Target) {
  const { host } = useSurroundings()
  const [abort, setAbort] = useState<AbortController | null>(null)
  const [progress, setProgress] = useState<Reading | null>(null)
  const [error, setError] = useState<unknown>(null)

  async function read(signal: AbortSignal) {
    const { readBranch } = await import('@app/sync/read-branch')
    const { files } = await readBranch(host, target, { signal, onProgress: setProgress })
    await service.saveZip(target.name, files)
  }

  function start() {
    const controller = new AbortController()
    setError(null)
    setProgress(null)
    setAbort(controller)
    read(controller.signal)
      .catch((failed: unknown) => {
        const isCancelled = failed instanceof SyncError && failed.code === 'cancelled'
        if (!isCancelled) setError(failed)
      })
      .finally(() => setAbort(null))
  }

  return { start, error, progress, isRunning: abort !== null, cancel: () => abort?.abort() }
}

export function ZipProgress({ zip }: { zip: ReturnType<typeof useZip> }) {
  const { t } = usePanelTexts()
  const { done, all } = zip.progress ?? { done: 0, all: 1 }
  const label = t('import.readingFiles', { k: done, n: all })

  return (
    <div className="grid gap-3">
      <p role="status" className="text-sm">
        {label}
      </p>
      <Progress label={label} value={done} max={all} />
      <div>
        <Button variant="secondary" size="sm" onClick={zip.cancel}>
          {t('panels.cancel')}
        </Button>
      </div>
    </div>
  )
}
