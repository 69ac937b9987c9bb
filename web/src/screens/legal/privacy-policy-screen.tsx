import { LegalPage, type Section } from './legal-page.tsx'

const SECTIONS: Section[] = [
  { id: 'who', title: 'legal.privacy.who', paragraphs: ['legal.privacy.whoText'] },
  {
    id: 'stored',
    title: 'legal.privacy.stored',
    paragraphs: ['legal.privacy.storedText'],
    points: [
      'legal.privacy.storedAccount',
      'legal.privacy.storedSessions',
      'legal.privacy.storedProjects',
      'legal.privacy.storedFeedback',
      'legal.privacy.storedEvents',
      'legal.privacy.storedLogs',
    ],
  },
  {
    id: 'github-tokens',
    title: 'legal.privacy.tokens',
    paragraphs: ['legal.privacy.tokensLocal', 'legal.privacy.tokensServer'],
  },
  { id: 'purpose', title: 'legal.privacy.purpose', paragraphs: ['legal.privacy.purposeText'] },
  { id: 'cookies', title: 'legal.privacy.cookies', paragraphs: ['legal.privacy.cookiesText'] },
  {
    id: 'newsletter',
    title: 'legal.privacy.newsletter',
    paragraphs: ['legal.privacy.newsletterText'],
  },
  {
    id: 'others',
    title: 'legal.privacy.others',
    paragraphs: ['legal.privacy.othersText'],
    points: [
      'legal.privacy.othersGithub',
      'legal.privacy.othersCheckout',
      'legal.privacy.othersMail',
    ],
  },
  {
    id: 'deletion',
    title: 'legal.privacy.kept',
    paragraphs: ['legal.privacy.keptText', 'legal.privacy.keptAccounting'],
  },
  { id: 'children', title: 'legal.privacy.children', paragraphs: ['legal.privacy.childrenText'] },
  { id: 'rights', title: 'legal.privacy.rights', paragraphs: ['legal.privacy.rightsText'] },
  { id: 'changes', title: 'legal.privacy.changes', paragraphs: ['legal.privacy.changesText'] },
]

export function PrivacyPolicyScreen() {
  return <LegalPage title="legal.privacy.title" lead="legal.privacy.lead" sections={SECTIONS} />
}
