import { Accordion } from '@app/ui/accordion.tsx'
import { Button } from '@app/ui/button.tsx'
import { Card } from '@app/ui/card.tsx'
import { EmptyState } from '@app/ui/empty-state.tsx'
import { BranchIcon } from '@app/ui/icons.tsx'
import { LoadFailed } from '@app/ui/load-failed.tsx'
import { NoResults } from '@app/ui/no-results.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { Tabs } from '@app/ui/tabs.tsx'
import { useState } from 'react'
import { GallerySection } from './gallery-section.tsx'

const nothing = () => {}

const TABS = [
  {
    value: 'empty',
    label: 'Empty',
    content: (
      <EmptyState
        icon={<BranchIcon />}
        title="No linked projects yet"
        text="Push a project from the builder and it appears here."
        action={<Button size="sm">{'Add the extension'}</Button>}
      />
    ),
  },
  {
    value: 'no-results',
    label: 'No results',
    content: (
      <NoResults
        title="No project matches"
        text="Try fewer letters, or drop the filters."
        clearText="Clear filters"
        onClear={nothing}
      />
    ),
  },
  {
    value: 'failed',
    label: 'Failed',
    content: (
      <LoadFailed
        title="The projects could not be loaded"
        text="The server did not answer."
        retryText="Try again"
        onRetry={nothing}
      />
    ),
  },
  {
    value: 'loading',
    label: 'Loading',
    content: (
      <div className="grid gap-3">
        <Skeleton className="h-6 w-1/2" />
        <Skeleton className="h-4" />
        <Skeleton className="h-4 w-3/4" />
      </div>
    ),
  },
]

const QUESTIONS = [
  { title: 'Is it free?', content: 'The extension is.' },
  { title: 'Only one open?', content: 'Opening this one closes the other.' },
]

export function States() {
  const [tab, setTab] = useState('empty')

  return (
    <GallerySection title="Surfaces and states">
      <Notice tone="danger">{'The password is not right.'}</Notice>
      <Notice tone="positive">{'The mail is on its way.'}</Notice>
      <Notice tone="plain">{'This takes a minute.'}</Notice>
      <Card
        title="Linked projects"
        lead="A list in each of its states."
        footer={<Button size="sm">{'Save'}</Button>}
      >
        <Tabs label="States of a list" tabs={TABS} value={tab} onChange={setTab} />
      </Card>
      <Accordion name="questions" entries={QUESTIONS} />
    </GallerySection>
  )
}
