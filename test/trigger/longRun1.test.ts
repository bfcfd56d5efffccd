import { testSeeds } from './longRun/seeds';

testSeeds(0, 2);
