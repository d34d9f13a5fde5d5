//! Word pieces to one vector.

use std::sync::{Arc, Mutex, PoisonError};

use rten::{NodeId, RunOptions, ThreadPool};
use rten_tensor::prelude::*;
use rten_tensor::{NdTensor, NdTensorView};

use crate::embed::EmbedError;

/// The transformer, ready to run on several threads at once.
pub(super) struct Network {
    graph: rten::Model,
    pieces: NodeId,
    mask: NodeId,
    kinds: NodeId,
    last_layer: NodeId,
    /// One-thread pools, one for each text that may run at once: the pool of the runtime itself would spread every text
    /// over all cores.
    idle_pools: Mutex<Vec<Arc<ThreadPool>>>,
}

impl Network {
    /// Reads an ONNX file that takes `input_ids`, `attention_mask` and `token_type_ids` and gives `last_hidden_state`.
    pub(super) fn parse(file: Vec<u8>, threads: usize) -> Result<Self, EmbedError> {
        let wrong = || EmbedError::unavailable("the built-in model file model.onnx cannot be run by this build");
        let graph = rten::Model::load(file).map_err(|_| wrong())?;
        let node = |name| graph.node_id(name).map_err(|_| wrong());
        let (pieces, mask, kinds) = (node("input_ids")?, node("attention_mask")?, node("token_type_ids")?);
        let last_layer = node("last_hidden_state")?;
        let idle_pools = Mutex::new((0..threads).map(|_| one_thread()).collect());
        Ok(Self { graph, pieces, mask, kinds, last_layer, idle_pools })
    }

    /// The last layer summed over all pieces: the mean under the attention mask but for its length, which the caller sets to
    /// one anyway. Nothing is padded, so the mask is all ones.
    pub(super) fn sum_of_last_layer(&self, pieces: &[i32]) -> Result<Vec<f32>, EmbedError> {
        let failed = || EmbedError::unavailable("the built-in model failed on a text");
        let row = |numbers: Vec<i32>| NdTensor::from_data([1, pieces.len()], numbers);
        let inputs = vec![
            (self.pieces, row(pieces.to_vec()).into()),
            (self.mask, row(vec![1; pieces.len()]).into()),
            (self.kinds, row(vec![0; pieces.len()]).into()),
        ];
        let pool = self.take_pool();
        let options = RunOptions::default().with_thread_pool(Some(Arc::clone(&pool)));
        let outcome = self.graph.run_n(inputs, [self.last_layer], Some(options));
        self.give_back(pool);
        let [output] = outcome.map_err(|_| failed())?;
        let states: NdTensorView<'_, f32, 3> = (&output).try_into().map_err(|_| failed())?;
        let [texts, rows, width] = states.shape();
        if texts != 1 || rows != pieces.len() || rows == 0 {
            return Err(failed());
        }
        let mut sums = vec![0.0_f32; width];
        for row in 0..rows {
            for (sum, number) in sums.iter_mut().zip(states.slice((0, row)).iter()) {
                *sum += number;
            }
        }
        Ok(sums)
    }

    fn take_pool(&self) -> Arc<ThreadPool> {
        let idle = self.idle_pools.lock().unwrap_or_else(PoisonError::into_inner).pop();
        idle.unwrap_or_else(one_thread)
    }

    fn give_back(&self, pool: Arc<ThreadPool>) {
        self.idle_pools.lock().unwrap_or_else(PoisonError::into_inner).push(pool);
    }
}

fn one_thread() -> Arc<ThreadPool> {
    Arc::new(ThreadPool::with_num_threads(1))
}
