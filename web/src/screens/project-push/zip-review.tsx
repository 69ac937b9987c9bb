import type { Base } from '@app/sync/comparison'
import type { FileSet } from '@app/sync/read-files'
import { type Direction, PushPanel } from '@app/sync-panels/push'
import { type Intake, SurroundingsProvider } from '@app/sync-panels/surroundings'
import { Card } from '@app/ui/card.tsx'
import { useState } from 'react'
import type { Project } from '#api/projects/projects.ts'
import {
  type OpenedFiles,
  useProjectSurroundings,
} from '#features/project-details/use-project-surroundings.ts'
import { saveZip } from '#features/simulator/save-zip.ts'

type Props = {
  project: Project
  files: FileSet
  isPull?: boolean
  /** The last sync where none was noted. */
  assumed?: Base
  onDirection?: (direction: Direction) => void
}

/** Compares the files of an opened ZIP file with GitHub, then pushes them or brings changes back. */
export function ZipReview({ project, files, assumed = null, ...panel }: Props) {
  const [opened, setOpened] = useState<OpenedFiles>({ set: files, version: 0 })
  // bolt.new stores the files, and this page cannot write there. It contains what the member imported there.
  const intake: Intake = {
    kind: 'zip',
    offerZip: saveZip,
    onImported: (next) =>
      setOpened({ set: { ...files, files: next }, version: opened.version + 1 }),
  }

  return (
    <Card>
      <SurroundingsProvider value={useProjectSurroundings(project, opened, intake, assumed)}>
        <PushPanel {...panel} />
      </SurroundingsProvider>
    </Card>
  )
}
