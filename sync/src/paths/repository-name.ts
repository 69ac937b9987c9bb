/** Whether GitHub takes it as the name of a repository. */
export const isRepositoryName = (name: string): boolean =>
  /^[A-Za-z0-9._-]{1,100}$/.test(name) && !/^\.{1,2}$|\.git$/i.test(name)
