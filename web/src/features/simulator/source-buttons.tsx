import { Button } from '@app/ui/button.tsx'
import { FileButton } from '@app/ui/file-button.tsx'
import { useAction } from '@app/ui/use-action.ts'
import { useRef } from 'react'
import { useTranslation } from '#i18n/language-provider.tsx'
import { saveZip } from './save-zip.ts'
import { useBuilderState } from './use-builder.tsx'

type Props = {
  isOpening: boolean
  onArchive: (file: File) => void
  onFolder: (files: File[]) => void
}

/** Ways to import and export a project. */
export function SourceButtons({ isOpening, onArchive, onFolder }: Props) {
  const { t } = useTranslation()
  const { current, files } = useBuilderState()
  const { run, running } = useAction<'write'>()

  return (
    <div className="flex flex-wrap gap-2">
      <FileButton
        label={t('simulator.builder.openZip')}
        accept=".zip,application/zip"
        isBusy={isOpening}
        onChoose={onArchive}
      />
      <FolderButton
        label={t('simulator.builder.openFolder')}
        isBusy={isOpening}
        onChoose={onFolder}
      />
      <Button
        variant="secondary"
        size="sm"
        disabled={!current || files.size === 0}
        isBusy={running === 'write'}
        onClick={() => run('write', () => saveZip(current?.name ?? '', [...files.values()]))}
      >
        {t('simulator.builder.downloadZip')}
      </Button>
    </div>
  )
}

type FolderProps = { label: string; isBusy: boolean; onChoose: (files: File[]) => void }

function FolderButton({ label, isBusy, onChoose }: FolderProps) {
  const input = useRef<HTMLInputElement>(null)

  return (
    <>
      <Button variant="secondary" size="sm" isBusy={isBusy} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={(element) => {
          input.current = element
          if (element) element.webkitdirectory = true
        }}
        type="file"
        hidden
        aria-label={label}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          target.value = ''
          if (files.length > 0) onChoose(files)
        }}
      />
    </>
  )
}
