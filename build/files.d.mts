export function filesBelow(folder: string, isSkipped?: (path: string) => boolean): string[]
