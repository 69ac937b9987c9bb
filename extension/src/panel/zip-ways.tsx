import { Button } from '@app/ui/button.tsx'
import { FileButton } from '@app/ui/file-button.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { useEffect, useState } from 'react'
import { MOST_BYTES } from '#messages/messages.ts'
import { captures, givenId } from '#store/database.ts'
import { useIsAskedToDownload } from './use-overview.ts'
import { useWords } from './use-words.ts'

type Trouble = { key: 'zipTooLarge' | 'zipNoRoom'; name: string }

/** Ways independent of the builder's layout: its own Download button, or a dropped ZIP. */
export function ZipWays({ project }: { project: string }) {
  const { t } = useWords()
  const isAsked = useIsAskedToDownload(project)
  const [given, setGiven] = useState<string | null>(null)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const give = async (file: File) => {
    const isTooLarge = file.size > MOST_BYTES
    setTrouble(isTooLarge ? { key: 'zipTooLarge', name: file.name } : null)
    if (isTooLarge) return setGiven(null)
    // Not sent as a message, because messages have a limit of 64 MB.
    try {
      await captures.write(givenId(project), { zip: file, sha256: '', at: Date.now() })
      setGiven(file.name)
    } catch {
      setGiven(null)
      setTrouble({ key: 'zipNoRoom', name: file.name })
    }
  }
  useDroppedFile(give)

  return (
    <>
      {isAsked && (
        <Notice tone="notice">
          <p>{t('extension.pressDownload')}</p>
          <div className="mt-2">
            <FileButton label={t('extension.chooseZip')} accept=".zip" onChoose={give} />
          </div>
        </Notice>
      )}
      {trouble && (
        <Notice tone="danger">{t(`extension.${trouble.key}`, { name: trouble.name })}</Notice>
      )}
      {given && (
        <Notice tone="positive">
          <p>{t('extension.zipGiven', { name: given })}</p>
          <Button variant="quiet" size="sm" onClick={() => setGiven(null)}>
            {t('extension.dismiss')}
          </Button>
        </Notice>
      )}
    </>
  )
}

/** A ZIP dropped anywhere on the panel. */
function useDroppedFile(onFile: (file: File) => void): void {
  useEffect(() => {
    const stop = (event: DragEvent) => event.preventDefault()
    const drop = (event: DragEvent) => {
      event.preventDefault()
      const file = event.dataTransfer?.files[0]
      if (file) onFile(file)
    }
    addEventListener('dragover', stop)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragover', stop)
      removeEventListener('drop', drop)
    }
  })
}
