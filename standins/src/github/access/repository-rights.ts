import type { Right } from './open-repository.ts'

export const SEE: Right = { permission: 'metadata', access: 'read', role: 'read' }
export const READ_CODE: Right = { permission: 'contents', access: 'read', role: 'read' }
export const WRITE_CODE: Right = { permission: 'contents', access: 'write', role: 'write' }
export const READ_ISSUES: Right = { permission: 'issues', access: 'read', role: 'read' }
/** Readers may open issues. */
export const WRITE_ISSUES: Right = { permission: 'issues', access: 'write', role: 'read' }
/** Labels need push access. */
export const TRIAGE_ISSUES: Right = { permission: 'issues', access: 'write', role: 'write' }
export const ADMINISTER: Right = { permission: 'administration', access: 'write', role: 'admin' }
export const READ_PULLS: Right = { permission: 'pull_requests', access: 'read', role: 'read' }
export const WRITE_PULLS: Right = { permission: 'pull_requests', access: 'write', role: 'write' }
export const READ_CHECKS: Right = { permission: 'checks', access: 'read', role: 'read' }
export const READ_STATUSES: Right = { permission: 'statuses', access: 'read', role: 'read' }
