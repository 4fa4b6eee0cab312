import { Problem } from './steps.mjs';

const startTimeoutMs = 20_000;

/**
 * @param {import('node:child_process').ChildProcess} child @param {string} name service name printed in the child's output @returns
 * {Promise<string>}
 */
export function getChildAddress(child, name) {
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = () => {
      clearTimeout(timer);
      reject(new Problem(`The local ${name} did not start.`, output));
    };
    const timer = setTimeout(fail, startTimeoutMs);
    child.once('close', fail);
    child.stderr?.on('data', (chunk) => process.stderr.write(chunk));
    child.stdout?.on('data', (chunk) => {
      output += chunk;
      const url = new RegExp(`${name} on (\\S+)`).exec(output)?.[1];
      if (!url) return;
      clearTimeout(timer);
      child.removeListener('close', fail);
      resolve(url);
    });
  });
}
